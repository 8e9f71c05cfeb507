// The sum of i * i below n, in 64 bits. C++ compiles it once for each policy, before the program
// runs, so that no cache of compiled code becomes stale: a functor's data is copied when the
// functor is passed, and an edited functor is compiled again.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/transform_reduce.h>
#include <cstdint>

#include "common/example.h"

struct square {
  THRUM_HD constexpr std::int64_t operator()(std::int64_t i) const { return i * i; }
};
struct scaled_square {
  std::int64_t scale;
  THRUM_HD constexpr std::int64_t operator()(std::int64_t i) const { return scale * i * i; }
};

template <class Policy, class F>
std::int64_t sum_of(Policy const& policy, std::int64_t n, F f) {
  thrum::counting_iterator<std::int64_t> const numbers(0);
  return thrum::transform_reduce(policy, numbers, numbers + n, f, std::int64_t{0}, thrum::plus<>{});
}

/// The same functor in a plain loop, which the compiler can evaluate by itself.
constexpr std::int64_t sum_by_loop(std::int64_t n) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += square{}(i);
  return sum;
}
static_assert(sum_by_loop(1000) == 332'833'500);

/// Returns (n-1) n (2n-1) / 6 without an intermediate overflow: two of the factors are divided
/// first.
constexpr std::int64_t closed_form(std::int64_t n) {
  if (n == 0) return 0;
  std::int64_t const pair = (n - 1) * n / 2, odd = 2 * n - 1;
  return pair % 3 == 0 ? pair / 3 * odd : odd / 3 * pair;
}

int main(int argc, char** argv) {
  example::description const what{.id = "compile_once",
                                  .text = "The sum of i * i for i < n, in 64-bit integers.",
                                  .n = 3'000'000,
                                  .quick = 10'000,
                                  .most = 3'024'617};  // a larger sum does not fit into 64 bits
  return example::run(argc, argv, what, [](example::session& s) {
    std::int64_t factor = 1;
    scaled_square const kept{factor};
    factor = 2;  // too late for `kept`, which has a copy
    s.each_policy([&](auto const& policy) {
      std::int64_t sum = 0;
      double const first = example::seconds_of([&] { sum = sum_of(policy, s.n(), square{}); });
      s.add({"first call", example::name_of(policy), first, {}});
      s.time(policy, "further calls", [&] { sum = sum_of(policy, s.n(), square{}); });
      s.check_equal("the sum is (n-1) n (2n-1) / 6", sum, closed_form(s.n()));
      s.check_same("the sum", sum);
      s.check_equal("a functor keeps what it was given", sum_of(policy, s.n(), kept), sum);
      s.check_equal("and a new one has the new factor", sum_of(policy, s.n() / 2, scaled_square{factor}),
                    2 * closed_form(s.n() / 2));
    });
    s.say("Sum below " + example::grouped(s.n()) + ": " + example::grouped(closed_form(s.n())));
    s.say(
        "Compiled ahead of time, one instantiation a policy: the first call waits for threads or the device "
        "alone.");
  });
}
