// y = A(x) where x > 0 and B(x) elsewhere, and a loop that breaks early. If neighbours take
// different branches a warp executes both, and a processor mispredicts; after a partition by sign
// neighbours take the same branch. The results are the same.
#include <thrum/partition.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <cmath>

#include "common/example.h"

/// The two branches, of a few dependent steps each.
struct two_ways {
  THRUM_HD double operator()(double x) const {
    if (x > 0) {
      for (int k = 0; k < 6; ++k) x = 0.5 * x + 0.25 * x * x + 0.125;
    } else {
      for (int k = 0; k < 3; ++k) x = (x - 1) / (2 - x);
    }
    return x;
  }
};
double two_ways_of_long_double(long double x) {
  bool const up = x > 0;
  for (int k = 0; k < (up ? 6 : 3); ++k) x = up ? x / 2 + x * x / 4 + 0.125L : (x - 1) / (2 - x);
  return static_cast<double>(x);
}

/// Counts the steps until the value is below 1: an early `break` for some, many steps for others.
struct early_break {
  THRUM_HD double operator()(double x) const {
    double left = 1e6 * x;
    int steps = 0;
    for (; steps < 64; ++steps) {
      if (left < 1) break;
      left *= 0.5;
    }
    return steps;
  }
};

struct positive {
  THRUM_HD bool operator()(double x) const { return x > 0; }
};

int main(int argc, char** argv) {
  example::description const what{
      .id = "divergent_branch",
      .text = "Branches on n numbers that are in random order, alternate, or are sorted.",
      .n = 2'000'000,
      .quick = 20'000,
      .bytes = 160,
      .least = 2};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto const random = example::uniform<double>(policy, s.n(), 1, -1, 1);
      auto partitioned = random, sorted = random;
      thrum::partition(policy, partitioned.begin(), partitioned.end(), positive{});
      thrum::sort(policy, sorted.begin(), sorted.end());
      std::vector<double> ordered = example::to_host(sorted), turns(s.size());
      for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = (i % 2 == 0 ? 1 : -1) * std::abs(ordered[i]);
      std::vector<double> const x = example::to_host(random);
      std::vector<double> expected;
      for (double const element : x) expected.push_back(two_ways_of_long_double(element));

      auto run_on = [&](std::string const& order, auto const& in, auto const& functor) {
        example::vector_of<decltype(policy), double> y(s.size(), thrum::no_init);
        s.time(policy, order, [&] { thrum::transform(policy, in.begin(), in.end(), y.begin(), functor); });
        return y;
      };
      auto by_chance = run_on("two ways, random", random, two_ways{});
      s.check_ulps("within 16 ulps of long double", example::to_host(by_chance), expected, 16);
      auto by_sign = run_on("two ways, partitioned", partitioned, two_ways{});
      thrum::sort(policy, by_chance.begin(), by_chance.end());
      thrum::sort(policy, by_sign.begin(), by_sign.end());
      s.check_equal("partitioned, the same results", example::to_host(by_sign), example::to_host(by_chance));
      using vector = example::vector_of<decltype(policy), double>;
      run_on("two ways, alternating", vector(turns.begin(), turns.end()), two_ways{});

      auto steps = run_on("early break, random", random, early_break{});
      auto sorted_steps = run_on("early break, sorted", sorted, early_break{});
      std::vector<double> expected_steps;
      for (double const element : x) {
        expected_steps.push_back(element * 1e6 < 1 ? 0 : std::floor(std::log2(element * 1e6)) + 1);
      }
      s.check_equal("as many steps as the logarithm says", example::to_host(steps), expected_steps);
      thrum::sort(policy, steps.begin(), steps.end());
      thrum::sort(policy, sorted_steps.begin(), sorted_steps.end());
      s.check_equal("sorted, as many steps", example::to_host(sorted_steps), example::to_host(steps));
    });
  });
}
