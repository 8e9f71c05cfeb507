// vmap_sum: sums of a function of many variables by a tape, against the tape's own operations; constants,
// shared variables and lists beside ranges; the bits of every policy; where.
#include <thrum/gradients.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/tape.h>
#include <thrum/transform.h>
#include <thrum/vmap_sum.h>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <vector>
#include "policies.h"

namespace {

using thrum::var;

struct smooth {
  template <class X>
  auto operator()(X const& x) const {
    using std::sin;
    return x * x + sin(x);
  }
};
/// Takes arguments of one type, as many functors do.
struct product_and_square {
  template <class X>
  X operator()(X const& x, X const& y) const {
    return x * y * y;
  }
};
/// The square of the error of a line.
struct squared_error {
  template <class W>
  auto operator()(W const& slope, W const& height, double x, double y) const {
    auto const error = slope * x + height - y;
    return error * error;
  }
};

/// The sum by the tape's own operations.
struct smooth_by_loop {
  template <class X>
  auto operator()(X const& x) const {
    std::remove_cvref_t<decltype(x[0])> sum = 0;
    for (decltype(x.size()) i = 0; i < x.size(); ++i) sum += smooth{}(x[i]);
    return sum;
  }
};
/// Products of neighbours, times a number.
template <class S>
struct neighbours {
  template <class X>
  auto operator()(X const& x) const {
    auto const n = static_cast<std::ptrdiff_t>(x.size()) - 1;
    return 3 * thrum::vmap_sum(S::policy(), product_and_square{}, thrum::iterator_range(x.begin(), n),
                               thrum::iterator_range(x.begin() + 1, n));
  }
};

std::vector<double> numbers(std::ptrdiff_t n) {
  std::vector<double> x;
  for (std::ptrdiff_t i = 0; i < n; ++i) x.push_back(std::sin(static_cast<double>(i)) * 2);
  return x;
}

/// Sizes around those of groups and blocks.
constexpr std::ptrdiff_t sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 511, 512, 513, 519, 1024, 1025, 20000};

}  // namespace

TEST_CASE_TEMPLATE("sums over ranges of variables", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const x = numbers(n);
    std::vector<double> by_loop(x.size()), by_sum(x.size());
    thrum::tape tape;
    double const expected = thrum::value_and_grad(tape, smooth_by_loop{}, x.begin(), x.end(), by_loop.begin());
    double const value = thrum::value_and_grad(
        tape, [](auto const& v) { return thrum::vmap_sum(S::policy(), smooth{}, v); }, x.begin(), x.end(),
        by_sum.begin());
    CHECK(value == doctest::Approx(expected).epsilon(1e-13));
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::abs(by_sum[i] - by_loop[i]) <= 4e-15);
    CHECK(tape.size() == 0);
    // The same bits under every policy, with and without derivatives.
    CHECK(value == thrum::vmap_sum(thrum::seq, smooth{}, x));
  }
}

TEST_CASE_TEMPLATE("several ranges of variables, which overlap", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    if (n < 2) continue;
    CAPTURE(n);
    auto const x = numbers(n);
    std::vector<double> gradient(x.size());
    thrum::tape tape;
    thrum::value_and_grad(tape, neighbours<S>{}, x.begin(), x.end(), gradient.begin());
    for (std::size_t i = 0; i < x.size(); ++i) {
      double const by_first = i + 1 < x.size() ? x[i + 1] * x[i + 1] : 0,
                   by_next = i > 0 ? 2 * x[i - 1] * x[i] : 0;
      CHECK(gradient[i] == doctest::Approx(3 * (by_first + by_next)).epsilon(1e-14));
    }
  }
}

TEST_CASE_TEMPLATE("variables that all calls share, and data", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const x = numbers(n);
    std::vector<double> y, weights{0.5, -1.5}, gradient(2);
    for (double const at : x) y.push_back(at * at);
    thrum::tape tape;
    double const value = thrum::value_and_grad(
        tape, [&](auto const& w) { return thrum::vmap_sum(S::policy(), squared_error{}, w[0], w[1], x, y); },
        weights.begin(), weights.end(), gradient.begin());
    double expected = 0, by_slope = 0, by_height = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double const error = 0.5 * x[i] - 1.5 - y[i];
      expected += error * error;
      by_slope += 2 * error * x[i];
      by_height += 2 * error;
    }
    CHECK(value == doctest::Approx(expected).epsilon(1e-12));
    CHECK(gradient[0] == doctest::Approx(by_slope).epsilon(1e-12));
    CHECK(gradient[1] == doctest::Approx(by_height).epsilon(1e-12));
    std::vector<double> bits(2);
    CHECK(value ==
          thrum::value_and_grad(
              tape, [&](auto const& w) { return thrum::vmap_sum(thrum::seq, squared_error{}, w[0], w[1], x, y); },
              weights.begin(), weights.end(), bits.begin()));
    CHECK(gradient == bits);
  }
}

TEST_CASE("sums of what was computed, of constants among it, and of sums") {
  thrum::tape tape;
  auto const a = tape.variable(2), b = tape.variable(3);
  std::vector<var<double>> const terms{a * b, var<double>(5), b, a, a * a};
  auto const sum = thrum::vmap_sum(thrum::seq, smooth{}, terms);
  auto const twice = thrum::vmap_sum(thrum::seq, product_and_square{}, std::vector{sum, sum}, b);
  tape.backward(twice);  // 2 sum b^2
  double const by_ab = 12 + std::cos(6.0), by_b = 6 + std::cos(3.0), by_a = 4 + std::cos(2.0),
               by_aa = 8 + std::cos(4.0);
  CHECK(tape.derivative(a) == doctest::Approx(18 * (by_ab * 3 + by_a + by_aa * 4)));
  CHECK(tape.derivative(b) == doctest::Approx(18 * (by_ab * 2 + by_b) + 4 * sum.value() * 3));
  CHECK(tape.derivative(sum) == doctest::Approx(18));

  // Constants alone are on no tape; one beside variables has no derivative.
  std::vector<var<double>> const constants{1, 2};
  auto const constant = thrum::vmap_sum(thrum::seq, smooth{}, constants);
  CHECK(constant.value() == doctest::Approx(5 + std::sin(1.0) + std::sin(2.0)));
  tape.backward(constant);
  CHECK(tape.derivative(a) == 0);
  tape.backward(thrum::vmap_sum(thrum::seq, product_and_square{}, std::vector{a, b}, var<double>(4)));
  CHECK(tape.derivative(a) == 16);
  CHECK(tape.derivative(b) == 16);
  auto const before = tape.size();
  CHECK(thrum::vmap_sum(thrum::seq, smooth{}, std::vector<var<double>>{}).value() == 0);
  CHECK(tape.size() == before);
}

TEST_CASE("sums that go back in parts, and the gradient of an element") {
  thrum::tape tape;
  std::vector<var<double>> variables;
  for (int i = 0; i < 600; ++i) variables.push_back(tape.variable(i / 100.0));
  auto const checkpoint = tape.size();
  for (int part = 0; part < 3; ++part) {
    tape.backward(thrum::vmap_sum(thrum::seq, smooth{}, variables), checkpoint);
    tape.rewind(checkpoint);
  }
  CHECK(tape.derivative(variables[500]) == doctest::Approx(3 * (10 + std::cos(5.0))));

  auto const x = numbers(40);
  std::vector<double> gradient(x.size());
  CHECK(thrum::value_and_grad(
            tape, [](auto const& v) { return v[17]; }, x.begin(), x.end(), gradient.begin()) == x[17]);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(gradient[i] == (i == 17 ? 1 : 0));
  // Another gradient within one, on the same tape.
  thrum::value_and_grad(
      tape,
      [&](auto const& v) {
        std::vector<double> inner(x.size());
        thrum::value_and_grad(tape, smooth_by_loop{}, x.begin(), x.end(), inner.begin());
        return v[3] * inner[3];
      },
      x.begin(), x.end(), gradient.begin());
  CHECK(gradient[3] == doctest::Approx(2 * x[3] + std::cos(x[3])));
  CHECK(gradient[4] == 0);
}

TEST_CASE("sums have second derivatives, and fail as they began") {
  auto const x = numbers(530);
  std::vector<double> direction(x.size(), 0.5), product(x.size());
  thrum::tape<thrum::dual<double>> second;
  thrum::hvp(
      second, [](auto const& v) { return thrum::vmap_sum(thrum::seq, smooth{}, v); }, x.begin(), x.end(),
      direction.begin(), product.begin());
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(product[i] == doctest::Approx(0.5 * (2 - std::sin(x[i]))));

  thrum::tape tape;
  std::vector<var<double>> const three{tape.variable(1), tape.variable(2), tape.variable(3)};
  auto const size = tape.size();
  CHECK_THROWS_AS(thrum::vmap_sum(
                      thrum::seq,
                      [](auto const& v) {
                        if (v > 2) throw std::runtime_error("too large");
                        return v;
                      },
                      three),
                  std::runtime_error);
  CHECK(tape.size() == size);
  CHECK_THROWS_AS(thrum::vmap_sum(thrum::seq, product_and_square{}, three, std::vector<double>(2)),
                  std::invalid_argument);
}

TEST_CASE("where: both values are computed, and the derivatives are those of the one taken") {
  CHECK(thrum::where(true, 1.5, 2.5) == 1.5);
  CHECK(thrum::where(false, 1.5, 2.5) == 2.5);
  CHECK(thrum::where(true, 1, 2.5F) == 1.0F);
  CHECK(thrum::where(false, 1, 2) == 2);
  CHECK(thrum::where(false, 1.0L, 2.0L) == 2.0L);
  CHECK(std::isnan(thrum::where(true, double{NAN}, 0.0)));
  CHECK(thrum::where(false, double{NAN}, 0.0) == 0);
  auto const f = [](auto const& x) { return thrum::where(x > 0, x, 2 * x); };
  CHECK(f(10.0) == 10);
  CHECK(f(-3.0) == -6);
  CHECK(thrum::grad(f)(10.0) == 1);
  CHECK(thrum::grad(f)(-3.0) == 2);
  // A root of a negative number is not taken.
  auto const root = [](auto const& x) {
    using std::sqrt;
    return thrum::where(x > 0, sqrt(x), 0);
  };
  CHECK(thrum::grad(root)(-4.0) == 0);
  CHECK(thrum::grad(root)(4.0) == 0.25);
  CHECK(thrum::grad(thrum::grad([](auto const& x) { return thrum::where(x > 0, x * x * x, 0); }))(2.0) == 12);
  thrum::tape tape;
  auto const x = tape.variable(-3);
  tape.backward(f(x));
  CHECK(tape.derivative(x) == 2);
}
