// Odd-even transposition: n passes over n elements, each a call of its own. The n calls have to be
// cheap, and the time depends on the number of pairs of a task, or of threads of a thread block.
// The course goes up to --n 262144, which takes minutes on a processor: the work grows with n^2.
#include "brick_pass.h"

#include <algorithm>

int main(int argc, char** argv) {
  example::description const what{.id = "brick_sort",
                                  .text = "Sorts n keys in n passes, with blocks of different sizes.",
                                  .n = 24'576,
                                  .quick = 1'024,
                                  .bytes = 16,
                                  .n_is = "keys",
                                  .least = 1,
                                  .most = 1 << 20,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int> sorted = example::to_host(brick::keys(thrum::seq, s.n()));
    std::vector<int> const input = sorted;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> looped;
    s.time_other("loops", "brick sort", [&] { brick::sort_by_loops(looped); }, {}, [&] { looped = input; });
    s.check_equal("loops sort as std::sort", looped, sorted);

    example::figure f{.title = "Odd-even transposition of " + std::to_string(s.n()) + " keys",
                      .x_label = "pairs of a task, or threads of a block",
                      .y_label = "ms",
                      .x_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      auto const keys = brick::keys(policy, s.n());
      auto v = keys;
      auto const time = [&](std::string const& how, int block) {
        double const seconds =
            s.time_prepared(policy, how, [&] { v = keys; }, [&] { brick::sort(policy, v, block); });
        s.check_equal("every element is std::sort's", example::to_host(v), sorted);
        return 1e3 * seconds;
      };
      double const chosen = time("brick sort", 0);
      // Block sizes do not matter for one thread.
      bool const has_blocks = !std::is_same_v<policy_type, std::remove_cvref_t<decltype(thrum::seq)>>;
      example::series line{
          .name = example::name_of(policy), .x = {}, .y = {}, .drawn = example::series::style::both};
      for (int const block : {1, 32, 64, 128, 256, 512, 1024}) {
        // A pair is too little for a task, and a thread block of one thread leaves 31 of the 32
        // threads of its warp idle.
        if (block == 1 && !example::on_card<policy_type>) continue;
        line.x.push_back(block);
        line.y.push_back(has_blocks ? time("brick sort, blocks of " + std::to_string(block), block) : chosen);
      }
      if (!has_blocks) line.drawn = example::series::style::line;
      f.lines.push_back(line);

      for (int const size : {1, 2, 3, 31, 32, 33, 65}) {
        auto few = brick::keys(policy, size);
        auto expected = example::to_host(few);
        std::sort(expected.begin(), expected.end());
        brick::sort(policy, few, 32);
        s.check_equal("so are odd and small numbers of them", example::to_host(few), expected);
      }
    });
    s.draw(f);
  });
}
