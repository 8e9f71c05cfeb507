// Pi from stored points: a flag for each and their sum, in the style of arrays; the same in one
// call; and without storing anything. The cost of the flags and the points is memory traffic: 20, 8
// and 0 bytes for a point.
#include <thrum/count.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/tuple.h>
#include <cmath>
#include <numbers>
#include <random>

#include "common/example.h"

using point = thrum::tuple<float, float>;

/// Inlined at every call, so that the compiler vectorises the loops around it.
struct random_point {
  [[gnu::always_inline]] THRUM_HD point operator()(std::int64_t i) const {
    thrum::philox4x32 g = thrum::random::stream(7, i);
    thrum::portable_uniform_real_distribution<float> const unit(0, 1);
    float const x = unit(g), y = unit(g);
    return point(x, y);
  }
};

/// Exact in double, since the coordinates have 24 bits: the same flags everywhere.
struct inside {
  THRUM_HD int operator()(float x, float y) const { return double{x} * x + double{y} * y <= 1 ? 1 : 0; }
  THRUM_HD int operator()(point const& p) const { return (*this)(thrum::get<0>(p), thrum::get<1>(p)); }
};

struct drawn_inside {
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return inside{}(random_point{}(i)); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "mc_pi_vectorized",
                                  .text = "Pi by n random points, stored and not.",
                                  .n = 50'000'000,
                                  .quick = 300'000,
                                  .bytes = 12,
                                  .n_is = "points",
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    double const p = std::numbers::pi / 4, deviation = 4 * std::sqrt(p * (1 - p) / n);
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), float> x(s.size(), thrum::no_init), y(s.size(), thrum::no_init);
      auto const points = thrum::make_zip_iterator(x.begin(), y.begin());
      s.time(policy, "draw points and store them",
             [&] { thrum::tabulate(policy, points, points + s.n(), random_point{}); }, {.bytes = 8 * n});
      std::int64_t by_flags = 0, fused = 0, counted = 0, drawn = 0;
      {
        example::vector_of<decltype(policy), int> flags(s.size(), thrum::no_init);
        s.time(policy, "stored: flags, then their sum",
               [&] {
                 thrum::transform(policy, x.begin(), x.end(), y.begin(), flags.begin(), inside{});
                 by_flags = thrum::reduce(policy, flags.begin(), flags.end(), std::int64_t{0});
               },
               {.bytes = 16 * n});
      }
      s.time(policy, "stored: transform_reduce",
             [&] {
               fused = thrum::transform_reduce(policy, x.begin(), x.end(), y.begin(), std::int64_t{0},
                                               thrum::plus<>{}, inside{});
             },
             {.bytes = 8 * n});
      s.time(policy, "stored: count_if",
             [&] { counted = thrum::count_if(policy, points, points + s.n(), inside{}); }, {.bytes = 8 * n});
      thrum::counting_iterator<std::int64_t> const first(0);
      s.time(policy, "not stored: draw and count", [&] {
        drawn = thrum::transform_reduce(policy, first, first + s.n(), drawn_inside{}, std::int64_t{0},
                                        thrum::plus<>{});
      });
      double const pi = 4 * static_cast<double>(by_flags) / n;
      s.say(example::name_of(policy) + ": pi is about " + example::fixed(pi, 6) + ", standard deviation " +
            example::fixed(deviation, 6));
      s.check_close("pi within four standard deviations", pi, std::numbers::pi, 4 * deviation);
      s.check("flags, transform_reduce, count_if and points that are not stored count the same",
              fused == by_flags && counted == by_flags && drawn == by_flags);
      s.check_same("hits", by_flags);
    });
    std::vector<float> x(s.size()), y(s.size());
    s.time_other("std", "draw points and store them",
                 [&] {
                   std::mt19937 g(7);
                   std::uniform_real_distribution<float> unit(0, 1);
                   for (std::size_t i = 0; i < x.size(); ++i) x[i] = unit(g), y[i] = unit(g);
                 },
                 {.bytes = 8 * n});
  });
}
