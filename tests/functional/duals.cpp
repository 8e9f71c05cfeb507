// Duals in algorithms under every policy: gradients of each element, sums, orders, and vmap.
#include <thrum/copy.h>
#include <thrum/dual.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/gradients.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/vmap.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>
#include "data.h"
#include "policies.h"
#include "sums.h"

namespace {

using thrum::dual;
using point = dual<double, 3>;

struct smooth {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using std::sin, std::exp;
    return x * x + sin(x) * exp(-x);
  }
};
struct derivative_of_smooth {
  THRUM_HD double operator()(double x) const { return thrum::grad(smooth{})(x); }
};
struct second_derivative_of_smooth {
  THRUM_HD double operator()(double x) const { return thrum::grad(thrum::grad(smooth{}))(x); }
};

/// All functions, so that device code has them.
struct all_functions {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using namespace thrum;
    X const unit = x / (1 + abs(x));
    int power = 0;
    X whole;
    X sum = exp(unit) + exp2(unit) + expm1(unit) + log(2 + unit) + log2(2 + unit) + log10(2 + unit) + log1p(unit);
    sum +=
        sqrt(2 + unit) + cbrt(2 + unit) + hypot(unit, 2) + pow(2 + unit, unit) + pow(2 + unit, 3) + pow(2, unit);
    sum += sin(x) + cos(x) + tan(unit) + asin(unit) + acos(unit) + atan(x) + atan2(unit, 2 + unit);
    sum += sinh(unit) + cosh(unit) + tanh(x) + asinh(x) + acosh(2 + unit) + atanh(unit);
    sum += erf(unit) + erfc(unit) + tgamma(2 + unit) + lgamma(2 + unit);
    sum += floor(x) + ceil(x) + trunc(x) + round(x) + rint(x) + nearbyint(x) + fabs(x);
    sum += fmod(x, 0.75) + remainder(x, 0.75) + fma(x, x, unit) + fmax(x, 0.5) + fmin(x, 0.5) + fdim(x, 0.5);
    sum += copysign(x, unit) + ldexp(x, 2) + scalbn(x, 1) + frexp(x, &power) + modf(x, &whole) + whole;
    return isnan(sum) || isinf(sum) || !isfinite(sum) ? X(0) : sum;
  }
};
struct value_and_derivatives {
  THRUM_HD point operator()(double x) const {
    auto const y = all_functions{}(dual<double>::variable(x));
    auto const z = all_functions{}(dual<dual<double>>::variable(dual<double>::variable(x)));
    point result(y.value());
    result.derivative(0, y.derivative());
    result.derivative(1, z.derivative().value());
    result.derivative(2, z.derivative().derivative());
    return result;
  }
};

std::vector<double> arguments(std::ptrdiff_t n) {
  std::vector<double> x;
  for (std::ptrdiff_t i = 0; i < n; ++i) x.push_back(0.001 * static_cast<double>(i % 7919) - 3.9);
  return x;
}

point mixed_point(std::size_t i) {
  point x(mixed_magnitude<double>(i));
  for (int k = 0; k < 3; ++k) x.derivative(k, mixed_magnitude<double>(i + 1000 * static_cast<std::size_t>(k + 1)));
  return x;
}

bool alike(point const& a, point const& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The policy of a system whose sums have the bits of seq.
template <class S>
auto deterministic() {
  if constexpr (requires { S::policy().deterministic(); }) return S::policy().deterministic();
  else return S::policy();
}

struct sum_of_row {
  template <class R>
  THRUM_HD double operator()(R const& row) const {
    double sum = 0;
    for (auto x : row) sum = 2 * sum + x;
    return sum;
  }
};
struct weighted {
  template <class R>
  THRUM_HD double operator()(R const& row, double x, double factor) const {
    return factor * row[0] + x * static_cast<double>(row.size());
  }
};

}  // namespace

TEST_CASE_TEMPLATE("derivatives of each element", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t n : {0, 1, 2, 1000, 5000}) {
    auto const x = arguments(n);
    auto const in = vector_of<S>(x);
    typename S::template vector<double> first(x.size()), second(x.size());
    S::run(thrum::transform, in.begin(), in.end(), first.begin(), derivative_of_smooth{});
    S::run(thrum::transform, in.begin(), in.end(), second.begin(), second_derivative_of_smooth{});
    auto const first_on_host = host_copy(first), second_on_host = host_copy(second);
    for (std::size_t i = 0; i < x.size(); ++i) {
      double const t = x[i], e = std::exp(-t);
      CHECK(first_on_host[i] == doctest::Approx(2 * t + e * (std::cos(t) - std::sin(t))));
      CHECK(second_on_host[i] == doctest::Approx(2 - 2 * e * std::cos(t)));
    }
  }
}

TEST_CASE_TEMPLATE("all functions run under every policy", S, MAIN_SYSTEMS) {
  auto const x = arguments(100);
  auto const in = vector_of<S>(x);
  typename S::template vector<point> out(x.size());
  S::run(thrum::transform, in.begin(), in.end(), out.begin(), value_and_derivatives{});
  auto const result = host_copy(out);
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto const expected = value_and_derivatives{}(x[i]);
    CHECK(result[i].value() == doctest::Approx(expected.value()).epsilon(1e-11));
    CHECK(result[i].value() != 0);
    for (int k = 0; k < 3; ++k) {
      CHECK(result[i].derivative(k) == doctest::Approx(expected.derivative(k)).epsilon(1e-11));
    }
    CHECK(result[i].derivative(0) == result[i].derivative(1));
  }
}

TEST_CASE_TEMPLATE("sums of duals have the same bits under every policy", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t n : sizes_around({2048, large_size(100'000, 20'000)})) {
    CAPTURE(n);
    std::vector<point> x;
    for (std::ptrdiff_t i = 0; i < n; ++i) x.push_back(mixed_point(static_cast<std::size_t>(i)));
    auto const in = vector_of<S>(x);
    point const expected = thrum::reduce(thrum::seq, x.begin(), x.end(), point(0), thrum::plus<>{});
    CHECK(alike(thrum::reduce(deterministic<S>(), in.begin(), in.end(), point(0), thrum::plus<>{}), expected));
    std::vector<point> expected_sums(x.size());
    thrum::inclusive_scan(thrum::seq, x.begin(), x.end(), expected_sums.begin(), thrum::plus<>{});
    typename S::template vector<point> sums(x.size());
    thrum::inclusive_scan(deterministic<S>(), in.begin(), in.end(), sums.begin(), thrum::plus<>{});
    auto const sums_on_host = host_copy(sums);
    CHECK(std::equal(sums_on_host.begin(), sums_on_host.end(), expected_sums.begin(), alike));
  }
}

TEST_CASE_TEMPLATE("orders of duals are those of their values", S, MAIN_SYSTEMS) {
  std::vector<point> x;
  for (std::size_t i = 0; i < 3000; ++i) {
    point p(static_cast<double>(random_bits(i) % 1000));
    p.derivative(1, static_cast<double>(i));
    x.push_back(p);
  }
  auto v = vector_of<S>(x);
  auto const least = S::run(thrum::min_element, v.begin(), v.end()) - v.begin();
  CHECK(least == std::min_element(x.begin(), x.end()) - x.begin());
  S::run(thrum::stable_sort, v.begin(), v.end());
  std::stable_sort(x.begin(), x.end());
  auto const sorted = host_copy(v);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(alike(sorted[i], x[i]));
}

TEST_CASE_TEMPLATE("vmap over both axes of a matrix, with ranges and values beside", S, MAIN_SYSTEMS) {
  std::vector<double> numbers;
  for (int i = 0; i < 35; ++i) numbers.push_back(i);
  auto v = vector_of<S>(numbers);
  thrum::matrix_view const a(v, 5, 7);
  auto const inner = a.block(1, 2, 3, 4);
  typename S::template vector<double> rows(3), columns(4), mixed(3);
  thrum::vmap(S::policy(), rows.begin(), sum_of_row{}, thrum::slices<0>(inner));
  thrum::vmap(S::policy(), columns.begin(), sum_of_row{}, thrum::slices<1>(inner));
  auto const rows_on_host = host_copy(rows), columns_on_host = host_copy(columns);
  for (int i = 0; i < 3; ++i) {
    double expected = 0;
    for (int j = 0; j < 4; ++j) expected = 2 * expected + (7 * (i + 1) + j + 2);
    CHECK(rows_on_host[static_cast<std::size_t>(i)] == expected);
  }
  for (int j = 0; j < 4; ++j) {
    double expected = 0;
    for (int i = 0; i < 3; ++i) expected = 2 * expected + (7 * (i + 1) + j + 2);
    CHECK(columns_on_host[static_cast<std::size_t>(j)] == expected);
  }
  thrum::vmap(S::policy(), mixed.begin(), weighted{}, thrum::slices<0>(inner), rows, 100.0);
  auto const mixed_on_host = host_copy(mixed);
  CHECK(mixed_on_host[1] == 100 * 16 + 4 * rows_on_host[1]);
  CHECK_THROWS_AS(thrum::vmap(S::policy(), mixed.begin(), weighted{}, thrum::slices<1>(inner), rows, 1.0),
                  std::invalid_argument);
}
