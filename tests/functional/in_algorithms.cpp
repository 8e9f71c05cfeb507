// Placeholders, zip_function, complex and numeric_limits in algorithms under every policy.
#include <thrum/advance.h>
#include <thrum/complex.h>
#include <thrum/copy.h>
#include <thrum/distance.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/numeric_limits.h>
#include <thrum/reduce.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/zip_function.h>
#include <cmath>
#include <limits>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

using thrum::complex;
using namespace thrum::placeholders;

template <class T>
struct limit {
  THRUM_HD T operator()(std::ptrdiff_t i) const {
    using limits = thrum::numeric_limits<T>;
    T const all[] = {limits::min(),         limits::lowest(),   limits::max(),       limits::epsilon(),
                     limits::round_error(), limits::infinity(), limits::denorm_min()};
    return all[i % 7];
  }
};

template <class T>
std::vector<T> standard_limits() {
  using limits = std::numeric_limits<T>;
  return {limits::min(),         limits::lowest(),   limits::max(),       limits::epsilon(),
          limits::round_error(), limits::infinity(), limits::denorm_min()};
}

/// Returns the k-th function of a complex number.
struct function {
  int k;
  THRUM_HD complex<double> operator()(complex<double> const& z) const {
    switch (k) {
      case 0:
        return exp(z);
      case 1:
        return log(z);
      case 2:
        return log10(z);
      case 3:
        return sqrt(z);
      case 4:
        return sin(z);
      case 5:
        return cos(z);
      case 6:
        return tan(z);
      case 7:
        return sinh(z);
      case 8:
        return cosh(z);
      case 9:
        return tanh(z);
      case 10:
        return asin(z);
      case 11:
        return acos(z);
      case 12:
        return atan(z);
      case 13:
        return asinh(z);
      case 14:
        return acosh(z);
      case 15:
        return atanh(z);
      case 16:
        return pow(z, complex<double>(0.5, -1));
      case 17:
        return pow(z, 3);
      case 18:
        return pow(1.5F, z);
      case 19:
        return thrum::polar(abs(z), arg(z));
      case 20:
        return proj(conj(z)) / z + norm(z);
      default:
        return (1 - z * 2.0) / (z * z);
    }
  }
};
/// Computes the same with the standard library.
std::complex<double> expected_function(int k, std::complex<double> z) {
  switch (k) {
    case 0:
      return std::exp(z);
    case 1:
      return std::log(z);
    case 2:
      return std::log10(z);
    case 3:
      return std::sqrt(z);
    case 4:
      return std::sin(z);
    case 5:
      return std::cos(z);
    case 6:
      return std::tan(z);
    case 7:
      return std::sinh(z);
    case 8:
      return std::cosh(z);
    case 9:
      return std::tanh(z);
    case 10:
      return std::asin(z);
    case 11:
      return std::acos(z);
    case 12:
      return std::atan(z);
    case 13:
      return std::asinh(z);
    case 14:
      return std::acosh(z);
    case 15:
      return std::atanh(z);
    case 16:
      return std::pow(z, std::complex<double>(0.5, -1));
    case 17:
      return std::pow(z, 3.0);
    case 18:
      return std::pow(1.5, z);
    case 19:
      return z;
    case 20:
      return std::conj(z) / z + std::norm(z);
    default:
      return (1.0 - z * 2.0) / (z * z);
  }
}

struct length {
  THRUM_HD double operator()(complex<double> const& z) const { return abs(z); }
};

struct fused {
  THRUM_HD int operator()(int a, int b, int c) const { return a * b + c; }
};

}  // namespace

TEST_CASE_TEMPLATE("placeholders are functors of every algorithm", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(40'000);
  auto const v = vector_of<S>(host);
  typename S::template vector<int> out(host.size());
  auto expected = host;

  S::run(thrum::transform, v.begin(), v.end(), v.begin(), out.begin(), _1 * 2 - _2 % 3);
  for (std::size_t i = 0; i < host.size(); ++i) expected[i] = host[i] * 2 - host[i] % 3;
  CHECK(host_copy(out) == expected);
  S::run(thrum::for_each, out.begin(), out.end(), _1 += 7);
  for (int& x : expected) x += 7;
  CHECK(host_copy(out) == expected);
  S::run(thrum::for_each, out.begin(), out.end(), _1 = -_1);
  for (int& x : expected) x = -x;
  CHECK(host_copy(out) == expected);

  auto const end = S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), _1 > 3 && _1 <= 90 && !(_1 % 2 == 0));
  CHECK(end - out.begin() ==
        std::count_if(host.begin(), host.end(), [](int x) { return x > 3 && x <= 90 && x % 2 != 0; }));
  auto const squares = thrum::make_transform_iterator(v.begin(), _1 * _1);
  CHECK(S::run(thrum::reduce, squares, squares + 40'000, 0, _1 + _2) ==
        std::inner_product(host.begin(), host.end(), host.begin(), 0));
  // Operands of another type of number, and elements of the vector.
  typename S::template vector<float> halves(host.size());
  S::run(thrum::transform, v.begin(), v.end(), halves.begin(), _1 * 0.5F + v[0]);
  CHECK(static_cast<float>(halves[5]) == static_cast<float>(host[5]) * 0.5F + static_cast<float>(host[0]));
}

TEST_CASE_TEMPLATE("zip_function spreads a tuple over the arguments", S, MAIN_SYSTEMS) {
  auto const host = random_values<int>(5000);
  auto const v = vector_of<S>(host);
  typename S::template vector<int> out(host.size());
  auto const zipped = thrum::make_zip_iterator(v.begin(), v.begin(), v.begin());
  S::run(thrum::transform, zipped, zipped + 5000, out.begin(), thrum::make_zip_function(fused{}));
  auto expected = host;
  for (int& x : expected) x = x * x + x;
  CHECK(host_copy(out) == expected);
  auto const pairs = thrum::make_zip_iterator(v.begin(), out.begin());
  S::run(thrum::for_each, pairs, pairs + 5000, thrum::make_zip_function(_2 += _1));
  for (std::size_t i = 0; i < host.size(); ++i) expected[i] += host[i];
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("functions of complex numbers", S, MAIN_SYSTEMS) {
  std::vector<complex<double>> host;
  for (double re : {-3.0, -0.5, 0.25, 1.0, 2.5}) {
    for (double im : {-2.0, -0.125, 0.75, 3.0}) host.emplace_back(re, im);
  }
  auto const v = vector_of<S>(host);
  typename S::template vector<complex<double>> out(host.size());
  for (int k = 0; k < 22; ++k) {
    CAPTURE(k);
    S::run(thrum::transform, v.begin(), v.end(), out.begin(), function{k});
    auto const results = host_copy(out);
    double worst = 0;
    for (std::size_t i = 0; i < host.size(); ++i) {
      auto const expected = expected_function(k, host[i]);
      worst =
          std::max(worst, std::abs(static_cast<std::complex<double>>(results[i]) - expected) / std::abs(expected));
    }
    CHECK(worst < 1e-12);
  }
  auto const sum = S::run(thrum::reduce, v.begin(), v.end(), complex<double>(1, 1), thrum::plus<>{});
  CHECK(sum == complex<double>(2, 9.125));
}

TEST_CASE_TEMPLATE("complex numbers are measured and divided without overflow on the way", S, MAIN_SYSTEMS) {
  double const large = std::numeric_limits<double>::max() / 2, small = std::numeric_limits<double>::min();
  std::vector<complex<double>> const host{{large, large}, {3 * small, -4 * small}, {0, -large}};
  auto const v = vector_of<S>(host);
  typename S::template vector<complex<double>> ratios(3);
  S::run(thrum::transform, v.begin(), v.end(), v.begin(), ratios.begin(), thrum::divides<>{});
  for (auto const& ratio : host_copy(ratios)) CHECK(abs(ratio - 1) < 1e-15);
  typename S::template vector<double> lengths(3);
  S::run(thrum::transform, v.begin(), v.end(), lengths.begin(), length{});
  CHECK(static_cast<double>(lengths[0]) == doctest::Approx(large * std::sqrt(2.0)));
  CHECK(static_cast<double>(lengths[1]) == doctest::Approx(5 * small));
  CHECK(static_cast<double>(lengths[2]) == large);
}

TEST_CASE_TEMPLATE("numeric_limits are the standard's", S, MAIN_SYSTEMS) {
  typename S::template vector<double> doubles(7);
  S::run(thrum::tabulate, doubles.begin(), doubles.end(), limit<double>{});
  CHECK(host_copy(doubles) == standard_limits<double>());
  typename S::template vector<int> ints(7);
  S::run(thrum::tabulate, ints.begin(), ints.end(), limit<int>{});
  CHECK(host_copy(ints) == standard_limits<int>());
  static_assert(thrum::numeric_limits<float>::digits == 24 && thrum::numeric_limits<float>::has_infinity);
  CHECK(std::isnan(thrum::numeric_limits<float>::quiet_NaN()));
}

TEST_CASE_TEMPLATE("iterators step and measure", S, ALL_SYSTEMS) {
  auto const v = vector_of<S>(std::vector<int>{1, 2, 3, 4});
  auto it = thrum::next(v.begin(), 3);
  CHECK(*it == 4);
  thrum::advance(it, -2);
  CHECK(thrum::distance(v.begin(), it) == 1);
  CHECK(*thrum::prev(it) == 1);
}
