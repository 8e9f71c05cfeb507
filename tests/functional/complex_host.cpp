// Compares complex with std::complex: arithmetic of mixed types, functions, conversions, streams.
#include <doctest/doctest.h>
#include <thrum/complex.h>
#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

namespace {

using thrum::complex;

static_assert(std::is_trivially_copyable_v<complex<float>> &&
              std::is_trivially_default_constructible_v<complex<float>>);
static_assert(sizeof(complex<double>) == 16 && alignof(complex<double>) == 16 && alignof(complex<float>) == 8);
static_assert(std::is_same_v<decltype(complex<float>() + complex<double>()), complex<double>>);
static_assert(std::is_same_v<decltype(complex<float>() * 2), complex<float>>);
static_assert(std::is_same_v<decltype(2.0 / complex<float>()), complex<double>>);
static_assert(std::is_same_v<decltype(pow(complex<float>(), 2.0)), complex<double>>);
static_assert(std::is_same_v<complex<float>::value_type, float>);

constexpr complex<double> z(1, 2), w(3, -4);
static_assert(z + w == complex<double>(4, -2) && z - w == complex<double>(-2, 6));
static_assert(z + 1 == complex<double>(2, 2) && 1 - z == complex<double>(0, -2) && z * 2 == complex<double>(2, 4));
static_assert(2.0F * z == z * 2 && z / 2 == complex<double>(0.5, 1) && 3 + z == z + 3.0 && z - 1 == 2 * z - 1 - z);
static_assert(-z == complex<double>(-1, -2) && +z == z && conj(z) == complex<double>(1, -2) && norm(w) == 25);
static_assert(complex<float>(3) == 3 && 3.0 == complex<float>(3) && complex<float>(3, 1) != 3);
static_assert(complex<float>(1, 2) == z && z == complex<float>(1, 2) && z != w);
static_assert(std::complex<double>(1, 2) == z && z == std::complex<float>(1, 2) &&
              z != std::complex<double>(2, 1));

constexpr complex<float> changed() {
  complex<float> c(1, 1);
  c += complex<double>(1, 2);
  c -= 1;
  c *= 2.0;
  c /= 4;
  c.real(c.real() + 1);
  c.imag(-c.imag());
  return c;
}
static_assert(changed() == complex<float>(1.5F, -1.5F));

template <class T>
bool same(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}
template <class T>
bool same(complex<T> const& a, std::complex<T> const& b) {
  return same(a.real(), b.real()) && same(a.imag(), b.imag());
}

}  // namespace

#define SAME(f) CHECK_MESSAGE(same(f(x), std::f(expected)), #f, expected)

TEST_CASE_TEMPLATE("functions and operators are the standard's, for infinities and NaN too", T, float, double) {
  T const infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  T const values[] = {0,
                      T(-0.0),
                      1,
                      T(-0.5),
                      20,
                      T(-3.25),
                      infinity,
                      -infinity,
                      nan,
                      std::numeric_limits<T>::max(),
                      std::numeric_limits<T>::min()};
  for (T re : values) {
    for (T im : values) {
      complex<T> const x(re, im);
      std::complex<T> const expected(re, im);
      SAME(abs);
      SAME(arg);
      SAME(conj);
      SAME(proj);
      SAME(exp);
      SAME(log);
      SAME(log10);
      SAME(sqrt);
      SAME(sin);
      SAME(cos);
      SAME(tan);
      SAME(sinh);
      SAME(cosh);
      SAME(tanh);
      SAME(asin);
      SAME(acos);
      SAME(atan);
      SAME(asinh);
      SAME(acosh);
      SAME(atanh);
      CHECK(same(norm(x), re * re + im * im));
      if (std::isfinite(re) && std::isfinite(im)) {  // libstdc++ may assert that no intermediate value is a NaN
        CHECK(same(pow(x, T(1.5)), std::pow(expected, T(1.5))));
        CHECK(same(pow(T(1.5), x), std::pow(T(1.5), expected)));
      }
      for (T other : values) {
        complex<T> const y(other, re);
        std::complex<T> const expected_y(other, re);
        CHECK(same(x + y, expected + expected_y));
        CHECK(same(x - y, expected - expected_y));
        CHECK(same(x * y, expected * expected_y));
        CHECK(same(x / y, expected / expected_y));
        CHECK(same(pow(x, y), std::pow(expected, expected_y)));
        CHECK(same(x * other, expected * other));
        CHECK(same(other * x, other * expected));
        CHECK(same(x / other, expected / other));
        CHECK((x == y) == (expected == expected_y));
      }
    }
  }
}

TEST_CASE_TEMPLATE("abs and division do not overflow on the way", T, float, double) {
  T const large = std::numeric_limits<T>::max() / 2;
  CHECK(abs(complex<T>(large, large)) == doctest::Approx(large * std::sqrt(T(2))));
  CHECK(complex<T>(large, large) / complex<T>(large, large) == complex<T>(1));
  CHECK(1 / complex<T>(0, large) == complex<T>(0, -1 / large));
  T const small = std::numeric_limits<T>::min();
  CHECK(abs(complex<T>(3 * small, 4 * small)) == doctest::Approx(5 * small));
  CHECK(complex<T>(small, small) / complex<T>(small, small) == complex<T>(1));
}

TEST_CASE("polar") {
  auto const p = thrum::polar(2.0, 1);
  CHECK(p.real() == 2 * std::cos(1.0));
  CHECK(p.imag() == 2 * std::sin(1.0));
  CHECK(thrum::polar(3.0F) == complex<float>(3));
}

TEST_CASE("conversions from and to std::complex") {
  std::complex<float> const from(1.5F, -2);
  complex<double> const wider = from;
  CHECK(wider == complex<double>(1.5, -2));
  complex<float> assigned;
  assigned = std::complex<double>(2, 3);
  CHECK(assigned == complex<float>(2, 3));
  assigned = 4;
  CHECK(assigned == 4);
  std::complex<double> const back = wider;
  CHECK(back == std::complex<double>(1.5, -2));
  complex<float> const narrower = wider;
  CHECK(narrower == from);
}

TEST_CASE("streams write and read as the standard's") {
  std::stringstream stream;
  stream << complex<double>(1.5, -2) << ' ' << complex<float>(3) << " 7 nonsense";
  CHECK(stream.str() == "(1.5,-2) (3,0) 7 nonsense");
  complex<double> a;
  complex<float> b, c, d(5, 6);
  stream >> a >> b >> c;
  CHECK(a == complex<double>(1.5, -2));
  CHECK(b == 3);
  CHECK(c == 7);
  CHECK(!(stream >> d));
  CHECK(d == complex<float>(5, 6));
}

TEST_CASE_TEMPLATE("the parts of a volatile number are read and written", T, float, double) {
  thrum::complex<T> volatile moving;
  moving.real(T(2));
  moving.imag(T(-3));
  CHECK(moving.real() == T(2));
  CHECK(moving.imag() == T(-3));
  thrum::complex<T> const volatile still(T(1), T(4));
  CHECK(still.real() + still.imag() == T(5));
}
