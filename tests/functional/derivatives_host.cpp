// Duals: each function against JAX, what JAX does not have against differences, and the edges.
#include <thrum/dual.h>
#include <thrum/gradients.h>
#include <thrum/numeric_limits.h>
#include <algorithm>
#include <array>
#include <sstream>
#include <type_traits>
#include <vector>
#include "compared_with_jax.h"

namespace {

using thrum::dual;
using thrum::grad;

static_assert(std::is_trivially_copyable_v<dual<double>> &&
              std::is_trivially_default_constructible_v<dual<float, 3>>);
static_assert(sizeof(dual<float, 3>) == 4 * sizeof(float) && std::is_nothrow_move_constructible_v<dual<double>>);
static_assert(std::is_same_v<std::common_type_t<dual<float>, int>, dual<float>>);
static_assert(std::is_same_v<decltype(dual<float>(1) * 2.0), dual<float>>);
static_assert(!std::is_constructible_v<dual<double>, dual<double, 2>> &&
              !std::is_convertible_v<dual<double>, double>);

// Operators are usable in constant expressions.
constexpr auto quotient = (2 * dual<double>::variable(3) + 1) / (dual<double>::variable(3) - 1.0);
static_assert(quotient.value() == 3.5 && quotient.derivative() == -0.75);
constexpr dual<double> changed() {
  auto x = dual<double>::variable(2);
  x *= x;
  x += 1;
  x -= dual<double>(3);
  x /= 2.0;
  return -(+x);
}
static_assert(changed().value() == -1 && changed().derivative() == -2);
static_assert(grad([](auto x, auto y) { return x * x + 3 * x * y + 5 * y * y; })(1, 2) ==
              thrum::make_tuple(8.0, 23.0));

/// Returns a central difference of f at x.
template <class F>
double difference(F f, double x) {
  double const h = 1e-5;
  return (f(x + h) - f(x - h)) / (2 * h);
}

bool is_nan(double x) { return x != x; }

}  // namespace

TEST_CASE("values, first and second derivatives are those of JAX") {
  compare_with_jax(
      [](auto f, jax_unary_row const& row) {
        CHECK(as_jax(f(dual<double>(row.x)).value(), row.value));
        CHECK(as_jax(grad(f)(row.x), row.first));
        CHECK(as_jax(grad(grad(f))(row.x), row.second));
      },
      [](auto f, jax_binary_row const& row) {
        auto const [value, gradient] = thrum::value_and_grad(f)(row.x, row.y);
        CHECK(as_jax(value, row.value));
        CHECK(as_jax(thrum::get<0>(gradient), row.by_x));
        CHECK(as_jax(thrum::get<1>(gradient), row.by_y));
        // One operand a constant.
        CHECK(as_jax(grad<0>(f)(row.x, row.y), row.by_x));
        CHECK(as_jax(grad([&](auto const& x) { return f(x, row.y); })(row.x), row.by_x));
        CHECK(as_jax(grad([&](auto const& y) { return f(row.x, y); })(row.y), row.by_y));
        CHECK(as_jax(grad<0>(grad<0>(f))(row.x, row.y), row.by_xx));
        CHECK(as_jax(grad<1>(grad<0>(f))(row.x, row.y), row.by_xy));
        CHECK(as_jax(grad<1>(grad<1>(f))(row.x, row.y), row.by_yy));
      });
}

TEST_CASE("floats and many directions") {
  auto x = dual<float, 3>::variable(0.5F, 2);
  x.derivative(0, 2.0F);
  auto const y = exp(x) * 2;
  CHECK(y.value() == 2 * std::exp(0.5F));
  CHECK(y.derivative(0) == 2 * y.derivative(2));
  CHECK(y.derivative(1) == 0);
  CHECK(y.derivative(2) == y.value());
}

TEST_CASE("functions that JAX does not have") {
  auto const third = [](auto const& x) { return remainder(x, 0.7); };
  CHECK(grad(third)(2.5) == doctest::Approx(difference([](double x) { return std::remainder(x, 0.7); }, 2.5)));
  CHECK(grad([](auto const& y) { return remainder(2.5, y); })(0.7) ==
        doctest::Approx(difference([](double y) { return std::remainder(2.5, y); }, 0.7)));
  int bits = 0, expected_bits = 0;
  auto const r = remquo(dual<double>::variable(2.5), 0.7, &bits);
  CHECK(r.value() == std::remquo(2.5, 0.7, &expected_bits));
  CHECK(bits == expected_bits);
  CHECK(r.derivative() == 1);

  auto const x = dual<double>::variable(2.75);
  CHECK(fma(x, x, x).value() == std::fma(2.75, 2.75, 2.75));
  CHECK(fma(x, x, x).derivative() == 6.5);
  CHECK(fma(2, x, 1.5).derivative() == 2);
  CHECK(fma(2, 3, x).derivative() == 1);
  CHECK(fdim(x, 1).derivative() == 1);
  CHECK(fdim(1, x).derivative() == 0);
  CHECK(fdim(1, x).value() == 0);
  CHECK(nextafter(x, 3).value() == std::nextafter(2.75, 3));
  CHECK(nextafter(x, 3).derivative() == 1);
  CHECK(ldexp(x, 3).derivative() == 8);
  CHECK(scalbn(x, -1).derivative() == 0.5);
  CHECK(logb(x).value() == 1);
  CHECK(logb(x).derivative() == 0);
  CHECK(ilogb(x) == 1);
  int exponent = 0;
  auto const fraction = frexp(x, &exponent);
  CHECK(exponent == 2);
  CHECK(fraction.value() * 4 == 2.75);
  CHECK(fraction.derivative() * 4 == 1);
  dual<double> whole;
  auto const part = modf(x, &whole);
  CHECK(part.value() == 0.75);
  CHECK(part.derivative() == 1);
  CHECK(whole.value() == 2);
  CHECK(whole.derivative() == 0);
  CHECK(round(x).value() == 3);
  CHECK(round(x).derivative() == 0);
  CHECK(nearbyint(x).value() == 3);
  CHECK(lround(x) == 3);
  CHECK(llround(x) == 3);
  CHECK(lrint(x) == 3);
  CHECK(llrint(x) == 3);
  CHECK(fabs(-x).derivative() == 1);
  CHECK(isfinite(x));
  CHECK(isnan(x * NAN));
  CHECK(isinf(x / 0));
  CHECK(signbit(-x));
}

TEST_CASE("derivatives of gamma functions at negative arguments and of high order") {
  auto const log_gamma = [](auto const& x) { return lgamma(x); };
  auto const gamma = [](auto const& x) { return tgamma(x); };
  for (double const x : {-0.5, -2.3, -7.25, -30.5}) {
    CAPTURE(x);
    CHECK(grad(log_gamma)(x) ==
          doctest::Approx(difference([](double t) { return std::lgamma(t); }, x)).epsilon(1e-7));
    CHECK(grad(grad(log_gamma))(x) == doctest::Approx(difference(grad(log_gamma), x)).epsilon(1e-7));
    CHECK(grad(grad(grad(log_gamma)))(x) == doctest::Approx(difference(grad(grad(log_gamma)), x)).epsilon(1e-7));
  }
  CHECK(grad(grad(gamma))(-2.3) == doctest::Approx(difference(grad(gamma), -2.3)).epsilon(1e-7));
  CHECK(grad(grad(grad(log_gamma)))(2.5) == doctest::Approx(difference(grad(grad(log_gamma)), 2.5)).epsilon(1e-7));
  CHECK(as_jax(grad(log_gamma)(1), -0.57721566490153286));  // Euler's constant
  CHECK(is_nan(grad(log_gamma)(-3)));
}

TEST_CASE("edges of pow, roots and absolute values") {
  auto const power = [](auto const& x, auto const& y) { return pow(x, y); };
  CHECK(grad<0>(power)(-2, 3) == 12);  // the exponent has no derivative
  CHECK(grad([](auto const& x) { return pow(x, 3); })(-2) == 12);
  CHECK(is_nan(grad<1>(power)(-2, 3)));
  CHECK(thrum::get<0>(grad(power)(-2, 3)) == 12);
  CHECK(is_nan(thrum::get<1>(grad(power)(-2, 3))));
  CHECK(grad([](auto const& x) { return pow(x, 2); })(0) == 0);
  CHECK(grad(grad([](auto const& x) { return pow(x, 2); }))(0) == 2);
  CHECK(grad(grad(grad([](auto const& x) { return pow(x, 2); })))(0) == 0);
  CHECK(grad([](auto const& x) { return pow(x, 0); })(0) == 0);
  CHECK(grad([](auto const& y) { return pow(0, y); })(2) == 0);
  CHECK(grad([](auto const& y) { return pow(2, y); })(3) == doctest::Approx(8 * std::log(2)));
  CHECK(std::isinf(grad([](auto const& x) { return sqrt(x); })(0)));
  CHECK(grad([](auto const& x) { return abs(x); })(0) == 0);
  CHECK(thrum::get<0>(grad([](auto const& x, auto const& y) { return hypot(x, y); })(0, 0)) == 0);
  // At a tie it is the first operand that is taken.
  CHECK(grad([](auto const& x) { return fmax(x, 1); })(1) == 1);
  CHECK(grad([](auto const& x) { return fmax(1, x); })(1) == 0);
  CHECK(fmax(dual<double>(NAN), 1).value() == 1);
  CHECK(fmin(1, dual<double>(NAN)).value() == 1);
}

TEST_CASE("the derivative at a branch is that of the branch") {
  auto const branch = [](auto const& x) { return x > 0 ? x : 2 * x; };
  CHECK(grad(branch)(10) == 1);
  CHECK(grad(branch)(-3) == 2);
  CHECK(grad([](auto const& x) { return x < 0 ? 0.0 : 1.0; })(0) == 0);
}

TEST_CASE("comparisons are those of values") {
  auto const x = dual<double>::variable(1);
  dual<double> const one(1), two(2);
  CHECK(x == one);
  CHECK(x == 1);
  CHECK(1 == x);
  CHECK(x != two);
  CHECK(x < two);
  CHECK(x < 2);
  CHECK(0 < x);
  CHECK(x <= 1.0);
  CHECK(two >= x);
  CHECK(two > 1.5);
  CHECK_FALSE(x < dual<double>(NAN));
  dual<dual<double>> const nested(x);
  CHECK(nested == x);
  CHECK(nested < 1.5);
  std::vector<dual<double>> v{two, x, 0};
  std::sort(v.begin(), v.end());
  CHECK(v[1].derivative() == 1);
  CHECK(std::max(one, two) == 2);
}

TEST_CASE("derivatives of derivatives keep their variables apart") {
  // d/dx (x d/dy (x + y)) is 1, and not 2.
  auto const outer = [](auto const& x) { return x * grad([&x](auto const& y) { return x + y; })(x); };
  CHECK(grad(outer)(1) == 1);
  auto const powers = [](auto const& x) { return x * x * x * x; };
  CHECK(grad(grad(grad(grad(powers))))(3) == 24);
}

TEST_CASE("gradients, Jacobians and products with second derivatives of arrays") {
  auto const rosenbrock = [](auto const& p) {
    auto const a = 1 - p[0], b = p[1] - p[0] * p[0];
    return a * a + 100 * b * b;
  };
  auto const [value, gradient] = thrum::value_and_grad(rosenbrock)(std::array{-1.0, 1.0});
  CHECK(value == 4);
  CHECK(gradient == std::array{-4.0, 0.0});
  CHECK(grad(rosenbrock)(std::array{2.0F, 1.0F}) == std::array{2402.0F, -600.0F});
  CHECK(thrum::hvp(rosenbrock)(std::array{-1.0, 1.0}, std::array{1.0, 0.0}) == std::array{802.0, 400.0});
  CHECK(thrum::hvp(rosenbrock)(std::array{-1.0, 1.0}, std::array{0.0, 2.0}) == std::array{800.0, 400.0});
  auto const j = thrum::jacobian([](auto const& p) { return std::array{p[0] * p[1], p[0] - p[1], p[1] * p[1]}; })(
      std::array{2.0, 3.0});
  CHECK(j == std::array{std::array{3.0, 2.0}, std::array{1.0, -1.0}, std::array{0.0, 6.0}});
  CHECK(grad<1, 2>([](auto x, auto y, auto z) { return x * x + y * z; })(1, 2, 3.5) ==
        thrum::make_tuple(3.5, 2.0));
}

TEST_CASE("limits and text") {
  using limits = thrum::numeric_limits<dual<float>>;
  static_assert(limits::is_specialized && !limits::is_integer && limits::digits == 24);
  CHECK(limits::max() == std::numeric_limits<float>::max());
  CHECK(limits::max().derivative() == 0);
  CHECK(limits::lowest() < limits::min());
  CHECK(isnan(limits::quiet_NaN()));
  CHECK(isnan(limits::signaling_NaN()));
  CHECK(isinf(limits::infinity()));
  CHECK(limits::epsilon() > limits::denorm_min());
  CHECK(limits::round_error() == 0.5F);
  std::ostringstream text;
  text << dual<double, 2>::variable(1.5, 1);
  CHECK(text.str() == "(1.5; 0, 1)");
}
