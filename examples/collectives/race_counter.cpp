// Many threads run sum = sum + 1 at once. If the sum is read and written separately, even
// atomically, two threads that read the same number lose one of their additions. fetch_add loses
// none, and reduce needs no shared number.
#include <thrum/atomic_ref.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/reduce.h>
#include <algorithm>

#include "common/example.h"
#include "common/format.h"

/// Each access is atomic, so that the program has no data race; the two accesses together are not
/// atomic.
struct add_in_two_steps {
  std::int64_t* sum;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    thrum::atomic_ref const shared(*sum);
    shared.store(shared.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
};
struct add_in_one {
  std::int64_t* sum;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    thrum::atomic_ref(*sum).fetch_add(1, std::memory_order_relaxed);
  }
};

/// Returns how many runs lost which share of their additions.
example::figure histogram(std::vector<double> const& lost) {
  example::figure f{.title = "Additions that were lost", .x_label = "runs", .y_label = ""};
  for (int from = 0; from < 100; from += 10) {
    auto const inside = std::count_if(lost.begin(), lost.end(), [&](double share) {
      return share > 0 && 100 * share > from && 100 * share <= from + 10;
    });
    f.bars.push_back(
        {std::to_string(from) + " to " + std::to_string(from + 10) + " %", static_cast<double>(inside)});
  }
  f.bars.insert(f.bars.begin(), {"none", static_cast<double>(std::count(lost.begin(), lost.end(), 0.0))});
  return f;
}

int main(int argc, char** argv) {
  example::description const what{.id = "race_counter",
                                  .text = "Counts to n with a race, with atomic additions, and by a reduction.",
                                  .n = 1'000'000,
                                  .quick = 50'000,
                                  .bytes = 8,
                                  .n_is = "additions",
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    int const runs = s.quick() ? 20 : 200;
    std::vector<double> lost;
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), std::int64_t> sum(1);
      std::int64_t* const raw = thrum::matrix_view(sum, 1, 1).data();
      auto const counter = thrum::make_counting_iterator(std::ptrdiff_t{0});
      auto const clear = [&] { thrum::fill(policy, sum.begin(), sum.end(), 0); };
      auto const count_to_n = [&](auto add) { thrum::for_each_n(policy, counter, s.n(), add); };
      std::int64_t reduced = 0;

      s.time_prepared(policy, "load and store", clear, [&] { count_to_n(add_in_two_steps{raw}); });
      s.time_prepared(policy, "fetch_add", clear, [&] { count_to_n(add_in_one{raw}); });
      s.check_equal("fetch_add counts all", example::to_host(sum).front(), s.n());
      example::vector_of<decltype(policy), std::int64_t> const ones(s.size(), 1);
      s.time(policy, "reduce", [&] { reduced = thrum::reduce(policy, ones.begin(), ones.end()); });
      s.check_equal("reduce counts all", reduced, s.n());
      s.check_same("the count", reduced);

      lost.clear();
      for (int run = 0; run < runs; ++run) {
        clear();
        count_to_n(add_in_two_steps{raw});
        auto const missing = static_cast<double>(s.n() - example::to_host(sum).front());
        lost.push_back(s.n() == 0 ? 0 : missing / static_cast<double>(s.n()));
      }
      auto const most = *std::max_element(lost.begin(), lost.end());
      s.say("load and store under " + example::name_of(policy) + ": " +
            std::to_string(std::count_if(lost.begin(), lost.end(), [](double share) { return share > 0; })) +
            " of " + std::to_string(runs) + " runs lost additions, one of them " + example::fixed(100 * most) +
            " %");
      if (example::name_of(policy) == "seq") s.check("one thread loses none", most == 0);
    });
    s.draw(histogram(lost));
  });
}
