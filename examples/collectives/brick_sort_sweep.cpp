// Odd-even transposition for 4096, 8192, ... keys. On a processor the time grows with n^2; on a
// device with a thread for each pair it grows with n, the number of passes. The course goes up to
// --n 131072: minutes on a processor.
#include "brick_pass.h"

#include <algorithm>

int main(int argc, char** argv) {
  example::description const what{.id = "brick_sort_sweep",
                                  .text = "Sorts 4096 k keys in as many passes, for each k up to n / 4096.",
                                  .n = 32'768,
                                  .quick = 8'192,
                                  .bytes = 16,
                                  .n_is = "keys",
                                  .least = 4'096,
                                  .most = 1 << 20,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int> const blocks{0, 1, 32, 64, 128, 256, 512, 1024};
    example::figure f{.title = "Odd-even transposition: time for n keys",
                      .x_label = "keys",
                      .y_label = "ms",
                      .x_logarithmic = true,
                      .y_logarithmic = true};
    auto const line_of = [&](std::string const& name) -> example::series& {
      for (auto& line : f.lines) {
        if (line.name == name) return line;
      }
      f.lines.push_back({.name = name, .x = {}, .y = {}, .drawn = example::series::style::both});
      return f.lines.back();
    };
    auto const mark = [&](std::string const& name, std::int64_t n, double seconds) {
      line_of(name).x.push_back(static_cast<double>(n));
      line_of(name).y.push_back(1e3 * seconds);
    };
    for (std::int64_t n = 4096; n <= s.n(); n += 4096) {
      std::vector<int> const input = example::to_host(brick::keys(thrum::seq, n));
      std::vector<int> sorted = input, looped;
      std::sort(sorted.begin(), sorted.end());
      std::string const size = std::to_string(n) + " keys";
      mark("loops", n,
           s.time_other(
               "loops", size, [&] { brick::sort_by_loops(looped); }, {.elements = n}, [&] { looped = input; }));
      s.check_equal("loops sort as std::sort", looped, sorted);
      s.each_policy([&](auto const& policy) {
        auto const keys = brick::keys(policy, n);
        auto v = keys;
        for (int const block : blocks) {
          // Thread blocks exist only on a device; on a processor the library chooses the tasks.
          if (block != 0 && !example::on_card<std::remove_cvref_t<decltype(policy)>>) continue;
          std::string const how = block == 0 ? "" : ", blocks of " + std::to_string(block);
          double const seconds = s.time_prepared(
              policy, size + how, [&] { v = keys; }, [&] { brick::sort(policy, v, block); }, {.elements = n});
          s.check_equal("every element is std::sort's", example::to_host(v), sorted);
          mark(example::name_of(policy) + how, n, seconds);
        }
      });
    }
    s.draw(f);
  });
}
