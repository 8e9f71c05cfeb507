// The sum of n squares by ranks, each of which makes its own share of the numbers: number i depends
// on i alone, so that they are the same for any number of ranks. The parts' sums are gathered and
// added by the first rank, reduced to it, or reduced for all.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <numeric>

#include "common/ranks.h"
#include "common/reference.h"

struct number {
  THRUM_HD double operator()(std::int64_t i) const {
    thrum::philox4x32 g = thrum::random::stream(676, i);
    return thrum::portable_normal_distribution<double>(0, 1)(g);
  }
};

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "dist_sum_squares",
                                  .text = "The sum of n squares, of which each rank has a share.",
                                  .n = 1'000'000,
                                  .quick = 10'007,
                                  .bytes = 24,
                                  .n_is = "numbers",
                                  .least = 1,
                                  .most = 1'000'000'000};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    example::share const mine = example::share_of(s.n(), c.rank(), c.size());
    s.check_equal("no number is left over", c.all_reduce(mine.size(), thrum::plus<>{}), s.n());

    // The serial sum, of all numbers, on every rank.
    example::exact_sum all;
    for (std::int64_t i = 0; i < s.n(); ++i) {
      double const x = number{}(i);
      all.add(static_cast<long double>(x) * x);
    }
    double const expected = all.value(), tolerance = all.tolerance<double>();

    s.each_policy([&](auto const& policy) {
      thrum::counting_iterator<std::int64_t> const first(mine.first), last(mine.last);
      example::vector_of<decltype(policy), double> x(static_cast<std::size_t>(mine.size()), thrum::no_init),
          squares(x.size(), thrum::no_init);
      thrum::transform(policy, first, last, x.begin(), number{});

      double gathered = 0, reduced = 0, everywhere = 0;
      s.time(policy, "square and sum; gather", [&] {
        thrum::transform(policy, x.begin(), x.end(), squares.begin(), square{});
        double const part = thrum::reduce(policy, squares.begin(), squares.end());
        std::vector<double> parts(c.rank() == 0 ? static_cast<std::size_t>(c.size()) : 0);
        c.gather(part, parts, 0);
        gathered = std::accumulate(parts.begin(), parts.end(), 0.0);
      });
      s.time(policy, "sum of squares; reduce", [&] {
        double const part = thrum::transform_reduce(policy, x.begin(), x.end(), square{}, 0.0, thrum::plus<>{});
        reduced = c.reduce(part, thrum::plus<>{}, 0);
      });
      s.time(policy, "sum of squares; all_reduce", [&] {
        double const part = thrum::transform_reduce(policy, x.begin(), x.end(), square{}, 0.0, thrum::plus<>{});
        everywhere = c.all_reduce(part, thrum::plus<>{});
      });
      if (c.rank() == 0) {
        s.check_close("gathered on the first rank", gathered, expected, tolerance);
        s.check_close("reduced to it", reduced, expected, tolerance);
      }
      s.check_close("reduced for every rank", everywhere, expected, tolerance);
      s.say(example::name_of(policy) + ": the squares of " + example::grouped(s.n()) + " numbers on " +
            std::to_string(c.size()) + (c.size() == 1 ? " rank" : " ranks") + " are " +
            example::fixed(everywhere, 6));
    });
  });
}
