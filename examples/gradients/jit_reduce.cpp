// The sum of squares and the mean of cubes of 0 to n - 1, in one pass by a pair as the accumulator and in
// two passes. JAX's arange is of 32 bits, in which the sum of squares wraps; the sum of cubes does not
// fit 64 bits, and is kept in two numbers.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/transform_reduce.h>

#include "common/example.h"

/// The sums of squares, and of cubes as high * base + low.
struct sums {
  std::int64_t squares = 0, high = 0, low = 0;
};
constexpr int base_bits = 30;
constexpr std::int64_t base = std::int64_t{1} << base_bits;

struct terms_of {
  THRUM_HD sums operator()(std::int64_t x) const {
    return {x * x, (x * x * x) >> base_bits, (x * x * x) & (base - 1)};
  }
};
struct add {
  THRUM_HD sums operator()(sums const& a, sums const& b) const {
    return {a.squares + b.squares, a.high + b.high, a.low + b.low};
  }
};
struct square_of {
  THRUM_HD std::int64_t operator()(std::int64_t x) const { return x * x; }
};
struct cube_of {
  THRUM_HD sums operator()(std::int64_t x) const {
    return {0, (x * x * x) >> base_bits, (x * x * x) & (base - 1)};
  }
};

/// Returns the mean of cubes, which is whole for even n: n (n - 1)^2 / 4.
std::int64_t mean_of_cubes(sums const& s, std::int64_t n) {
  std::int64_t const rest = s.high % n;
  return s.high / n * base + (rest * base + s.low) / n;
}

int main(int argc, char** argv) {
  example::description const what{.id = "jit_reduce",
                                  .text = "The sum of squares and the mean of cubes of the numbers below n.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 0,
                                  .n_is = "numbers",
                                  .least = 4,
                                  .most = 1'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    std::int64_t const n = s.n() - s.n() % 4;
    std::int64_t const squares = (n - 1) * n / 2 * (2 * n - 1) / 3, cubes = n / 4 * (n - 1) * (n - 1);
    s.each_policy([&](auto const& policy) {
      thrum::counting_iterator<std::int64_t> const from(0), to(n);
      sums once;
      double const first = example::seconds_of(
          [&] { once = thrum::transform_reduce(policy, from, to, terms_of{}, sums{}, add{}); });
      s.add({"one pass, the first call", example::name_of(policy), first, {.elements = n}});
      s.time(policy, "one pass",
             [&] { once = thrum::transform_reduce(policy, from, to, terms_of{}, sums{}, add{}); });
      sums twice;
      s.time(policy, "two passes", [&] {
        twice = thrum::transform_reduce(policy, from, to, cube_of{}, sums{}, add{});
        twice.squares = thrum::transform_reduce(policy, from, to, square_of{}, std::int64_t{0}, thrum::plus<>{});
      });
      s.check_equal("the sum of squares is (n - 1) n (2n - 1) / 6", once.squares, squares);
      s.check_equal("the mean of cubes is n (n - 1)^2 / 4", mean_of_cubes(once, n), cubes);
      s.check("two passes have the same", twice.squares == squares && mean_of_cubes(twice, n) == cubes);
      if (n == 1'000'000) {
        s.check_equal("583,332,333,333,750,000 of a million", once.squares + mean_of_cubes(once, n),
                      std::int64_t{583'332'333'333'750'000});
      }
    });
  });
}
