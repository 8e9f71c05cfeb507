// Functions whose derivatives their author gives: forward, backward, of second order, and in
// algorithms under every policy.
#include <thrum/gradients.h>
#include <thrum/tape.h>
#include <thrum/transform.h>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using thrum::dual;

/// A root by Newton's iteration, whose own steps have nothing to do with its derivative.
struct root {
  THRUM_HD double operator()(double x) const {
    double y = x > 1 ? x : 1;
    for (int i = 0; i < 60; ++i) y = (y + x / y) / 2;
    return y;
  }
};
struct slope_of_root {
  THRUM_HD double operator()(double x) const { return 0.5 / root{}(x); }
};
struct bend_of_root {
  THRUM_HD double operator()(double x) const { return -0.25 / (x * root{}(x)); }
};

/// The same functions, differentiated as they are written.
struct written_root {
  template <class X>
  THRUM_HD auto operator()(X const& x) const {
    using std::sqrt;
    return sqrt(x);
  }
};

template <class R>
struct length {
  R square_root;
  template <class X>
  THRUM_HD auto operator()(X const& x, X const& y) const {
    return square_root(x * x + 3 * y * y);
  }
};
struct first_slope {
  template <class F>
  struct of {
    F f;
    THRUM_HD double operator()(double x) const {
      auto const both = thrum::grad(f)(x, 2.0);
      return thrum::get<0>(both) + 10 * thrum::get<1>(both);
    }
  };
};

bool near(double a, double b) { return std::abs(a - b) <= 1e-13 * (1 + std::abs(b)); }

constexpr auto own_root() { return thrum::with_derivatives(root{}, slope_of_root{}); }
constexpr auto own_root_of_second_order() {
  return thrum::with_derivatives(root{}, thrum::with_derivatives(slope_of_root{}, bend_of_root{}));
}

/// A function of a library: it takes numbers alone.
int calls = 0;
double of_a_library(double a, double b, double c, double d) {
  ++calls;
  return a * b + c * c * d;
}
auto own_library() {
  return thrum::with_derivatives(
      of_a_library, [](double, double b, double, double) { return b; },
      [](double a, double, double, double) { return a; },
      [](double, double, double c, double d) { return 2 * c * d; },
      [](double, double, double c, double) { return c * c; });
}

static_assert(std::is_trivially_copyable_v<decltype(own_root())>);
static_assert(std::is_same_v<decltype(own_root()(dual<double, 3>(1))), dual<double, 3>>);
static_assert(std::is_same_v<decltype(own_library()(1, 2, 3, dual<double>(4))), dual<double>>);
static_assert(std::is_same_v<decltype(own_library()(1, thrum::var<>(2), 3, 4)), thrum::var<>>);

}  // namespace

TEST_CASE_TEMPLATE("derivatives of each element by a rule of one's own", S, MAIN_SYSTEMS) {
  for (std::size_t n : {0U, 1U, 2U, 1000U, 5000U}) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 0.5 + static_cast<double>(i) / 100;
    auto const in = vector_of<S>(x);
    typename S::template vector<double> out(n), expected(n);
    auto const own = own_root();
    S::run(thrum::transform, in.begin(), in.end(), out.begin(),
           first_slope::of<length<decltype(own_root())>>{{own}});
    S::run(thrum::transform, in.begin(), in.end(), expected.begin(), first_slope::of<length<written_root>>{{{}}});
    auto const got = host_copy(out), right = host_copy(expected);
    for (std::size_t i = 0; i < n; ++i) CHECK(near(got[i], right[i]));
  }
}

TEST_CASE("numbers give the function's own result, and duals call it once") {
  calls = 0;
  auto const f = own_library();
  CHECK(f(1.0, 2.0, 3.0, 4.0) == 38);
  CHECK(calls == 1);
  auto const [value, slopes] = thrum::value_and_grad(f)(1.0, 2.0, 3.0, 4.0);
  CHECK(calls == 2);
  CHECK(value == 38);
  CHECK(slopes == thrum::make_tuple(2.0, 1.0, 24.0, 9.0));
  // Constants beside variables.
  CHECK(thrum::grad([f](auto const& c) { return f(1, 2.0, c, 4.0F); })(3.0) == 24);
  CHECK(thrum::grad<3, 0>(f)(1.0, 2.0, 3.0, 4.0) == thrum::make_tuple(9.0, 2.0));
}

TEST_CASE("on a tape") {
  auto const f = own_library();
  thrum::tape tape;
  auto const a = tape.variable(1), b = tape.variable(2), c = tape.variable(3), d = tape.variable(4);
  auto const y = f(a, b, c * d, d) + f(a, 5, 6, 7);
  CHECK(y.value() == 2 + 144 * 4 + 5 + 252);
  tape.backward(y);
  CHECK(tape.derivative(a) == 2 + 5);
  CHECK(tape.derivative(b) == 1);
  CHECK(tape.derivative(c) == 2 * 12 * 4 * 4);
  CHECK(tape.derivative(d) == 144 + 2 * 12 * 4 * 3);

  // Of constants alone nothing is recorded.
  std::size_t const before = tape.size();
  CHECK(f(thrum::var<>(1), thrum::var<>(2), 3, 4).value() == 38);
  CHECK(tape.size() == before);
}

TEST_CASE("second derivatives, where the derivatives have derivatives") {
  auto const own = own_root_of_second_order();
  for (double const x : {0.25, 1.0, 7.0}) {
    CHECK(near(thrum::grad(thrum::grad(own))(x), -0.25 / (x * std::sqrt(x))));
    auto const f = [](auto const& r) { return [r](auto const& p) { return r(p[0]) * r(p[1] * p[0] + 2); }; };
    std::array const at{x, 3.0}, direction{1.0, -2.0};
    auto const bend = thrum::hvp(f(own))(at, direction), expected = thrum::hvp(f(written_root{}))(at, direction);
    CHECK(near(bend[0], expected[0]));
    CHECK(near(bend[1], expected[1]));
    // The matrix of second derivatives.
    auto const matrix = thrum::jacobian(thrum::grad(f(own)))(at);
    auto const right = thrum::jacobian(thrum::grad(f(written_root{})))(at);
    for (std::size_t i : {0U, 1U}) {
      for (std::size_t j : {0U, 1U}) CHECK(near(matrix[i][j], right[i][j]));
    }
    // On a tape of duals.
    thrum::tape<dual<double>> tape;
    std::array<double, 2> product{};
    thrum::hvp(tape, f(own), at.begin(), at.end(), direction.begin(), product.begin());
    CHECK(near(product[0], expected[0]));
    CHECK(near(product[1], expected[1]));
  }
}

TEST_CASE("a derivative that is told is not that of the program") {
  auto const clipped = thrum::with_derivatives([](double x) { return x > 1 ? 1 : x; }, [](double) { return 1.0; });
  CHECK(clipped(3.0) == 1);
  CHECK(thrum::grad(clipped)(3.0) == 1);
}
