// Arithmetic of single and double precision.
#include <doctest/doctest.h>

#include <algorithm>

#include "opcodes.h"
#include "rounding_of_host.h"

using namespace opcodes;

namespace {

template <class T>
std::string type() {
  return sizeof(T) == 4 ? ".f32" : ".f64";
}

template <class T>
void test_arithmetic(direction how) {
  auto const two = pairs(floats<T>(), floats<T>());
  auto const three = triples(few_floats<T>(), few_floats<T>(), few_floats<T>());
  std::string const suffix = "." + std::string(how.word) + type<T>();
  auto const sum = [](T a, T b) { return a + b; };
  auto const difference = [](T a, T b) { return a - b; };
  auto const product = [](T a, T b) { return a * b; };
  auto const quotient = [](T a, T b) { return a / b; };
  auto const product_sum = [](T a, T b, T c) { return std::fma(a, b, c); };
  expect<T>("add" + suffix + " d, a, b;", two, [=](T a, T b) { return rounded<T>(how, sum, a, b); });
  expect<T>("sub" + suffix + " d, a, b;", two, [=](T a, T b) { return rounded<T>(how, difference, a, b); });
  expect<T>("mul" + suffix + " d, a, b;", two, [=](T a, T b) { return rounded<T>(how, product, a, b); });
  expect<T>("div" + suffix + " d, a, b;", two, [=](T a, T b) { return rounded<T>(how, quotient, a, b); });
  expect<T>("fma" + suffix + " d, a, b, c;", three,
            [=](T a, T b, T c) { return rounded<T>(how, product_sum, a, b, c); });
  expect<T>("mad" + suffix + " d, a, b, c;", three,
            [=](T a, T b, T c) { return rounded<T>(how, product_sum, a, b, c); });
  auto const root = [](T a) { return std::sqrt(a); };
  auto const reciprocal = [](T a) { return T(1) / a; };
  expect<T>("sqrt" + suffix + " d, a;", each(floats<T>()), [=](T a) { return rounded<T>(how, root, a); });
  expect<T>("rcp" + suffix + " d, a;", each(floats<T>()), [=](T a) { return rounded<T>(how, reciprocal, a); });
}

// A result that only its rounding makes the least normal number may be flushed too: the manual does
// not say when that is looked at.
bool is_flushed_result(float got, float wanted) {
  if (same(got, without_subnormal(wanted))) return true;
  return std::fabs(wanted) == std::numeric_limits<float>::min() && same(got, std::copysign(0.0f, wanted));
}
void test_flushing_arithmetic(direction how) {
  auto const two = pairs(floats<float>(), floats<float>());
  auto const three = triples(few_floats<float>(), few_floats<float>(), few_floats<float>());
  std::string const suffix = "." + std::string(how.word) + ".ftz.f32";
  auto const flushed = [=](auto compute) {
    return [=](float got, auto... s) {
      return is_flushed_result(got, rounded<float>(how, compute, without_subnormal(s)...));
    };
  };
  expect_that<float>("add" + suffix + " d, a, b;", two, flushed(std::plus<>{}));
  expect_that<float>("sub" + suffix + " d, a, b;", two, flushed(std::minus<>{}));
  expect_that<float>("mul" + suffix + " d, a, b;", two, flushed(std::multiplies<>{}));
  expect_that<float>("div" + suffix + " d, a, b;", two, flushed(std::divides<>{}));
  expect_that<float>("fma" + suffix + " d, a, b, c;", three,
                     flushed([](float a, float b, float c) { return std::fma(a, b, c); }));
}

// The extremum in the order of totalOrder, but for NaNs, which give way.
template <class T>
T extremum(T a, T b, bool greatest) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  bool const a_is_less = a < b || (a == b && std::signbit(a) && !std::signbit(b));
  return a_is_less == greatest ? b : a;
}
template <class T>
void test_extrema() {
  auto const two = pairs(floats<T>(), floats<T>());
  for (bool const greatest : {false, true}) {
    std::string const opcode = greatest ? "max" : "min";
    expect<T>(opcode + type<T>() + " d, a, b;", two, [=](T a, T b) { return extremum(a, b, greatest); });
    if constexpr (sizeof(T) == 8) continue;
    auto const flushed = [](T x) { return without_subnormal(x); };
    expect<T>(opcode + ".ftz.f32 d, a, b;", two,
              [=](T a, T b) { return extremum(flushed(a), flushed(b), greatest); });
    expect<T>(opcode + ".NaN.f32 d, a, b;", two,
              [=](T a, T b) { return std::isnan(a) || std::isnan(b) ? T(NAN) : extremum(a, b, greatest); });
    expect<T>(opcode + ".ftz.NaN.f32 d, a, b;", two, [=](T a, T b) {
      return std::isnan(a) || std::isnan(b) ? T(NAN) : extremum(flushed(a), flushed(b), greatest);
    });
    expect<T>(opcode + ".xorsign.abs.f32 d, a, b;", pairs(few_floats<T>(), few_floats<T>()), [=](T a, T b) {
      T const magnitude = extremum(std::fabs(flushed(a)), std::fabs(flushed(b)), greatest);
      return std::copysign(magnitude, std::signbit(a) != std::signbit(b) ? T(-1) : T(1));
    });
  }
}

template <class T>
void test_signs() {
  auto const one = each(floats<T>());
  using bits_t = std::conditional_t<sizeof(T) == 4, u32, u64>;
  constexpr bits_t sign = bits_t(1) << (8 * sizeof(T) - 1);
  auto const bits = [](T a) { return std::bit_cast<bits_t>(a); };
  expect<bits_t>("abs" + type<T>() + " d, a;", one, [=](T a) { return bits_t(bits(a) & ~sign); });
  expect<bits_t>("neg" + type<T>() + " d, a;", one, [=](T a) { return bits_t(bits(a) ^ sign); });
  expect<bits_t>("copysign" + type<T>() + " d, a, b;", pairs(floats<T>(), floats<T>()),
                 [=](T a, T b) { return bits_t((bits(b) & ~sign) | (bits(a) & sign)); });
}

template <class T>
void test_properties() {
  auto const one = each(floats<T>());
  struct {
    char const* word;
    bool (*holds)(T);
  } const properties[] = {
      {"finite", [](T x) { return x - x == 0; }},
      {"infinite", [](T x) { return x == x && x - x != 0; }},
      {"number", [](T x) { return x == x; }},
      {"notanumber", [](T x) { return x != x; }},
      {"normal", [](T x) { return std::fabs(x) >= std::numeric_limits<T>::min() && x - x == 0; }},
      {"subnormal", [](T x) { return x != 0 && std::fabs(x) < std::numeric_limits<T>::min(); }},
  };
  for (auto const& p : properties) {
    expect<bool>(std::string("testp.") + p.word + type<T>() + " d, a;", one, [&](T x) { return p.holds(x); });
  }
}

// Within an error relative to the exact value, or an absolute one; special values have to be exact.
bool is_near(double got, double exact, double relative, double absolute = 0) {
  if (std::isnan(exact)) return std::isnan(got);
  if (std::isinf(exact) || exact == 0) return got == exact && std::signbit(got) == std::signbit(exact);
  if (std::fabs(exact) > double(std::numeric_limits<float>::max())) return std::isinf(got) || got >= 3.4e38;
  return std::fabs(got - exact) <= std::max({std::fabs(exact) * relative, absolute, 0x1p-149});
}

constexpr double one_ulp = 0x1p-23;

}  // namespace

TEST_CASE("floats: arithmetic in every direction of rounding") {
  for (direction const how : directions) {
    test_arithmetic<float>(how);
    test_arithmetic<double>(how);
  }
}

TEST_CASE("floats: arithmetic without subnormal numbers") {
  for (direction const how : directions) test_flushing_arithmetic(how);
}

TEST_CASE("floats: saturation to [0, 1]") {
  auto const two = pairs(floats<float>(), floats<float>());
  auto const three = triples(few_floats<float>(), few_floats<float>(), few_floats<float>());
  auto const unit = [](float x) { return std::isnan(x) || x <= 0 ? 0.0f : std::min(x, 1.0f); };
  expect<float>("add.sat.f32 d, a, b;", two, [=](float a, float b) { return unit(a + b); });
  expect<float>("sub.sat.f32 d, a, b;", two, [=](float a, float b) { return unit(a - b); });
  expect<float>("mul.sat.f32 d, a, b;", two, [=](float a, float b) { return unit(a * b); });
  expect<float>("fma.rn.sat.f32 d, a, b, c;", three,
                [=](float a, float b, float c) { return unit(std::fma(a, b, c)); });
}

TEST_CASE("floats: NaNs of single precision are one") {
  auto const two = pairs(floats<float>(), floats<float>());
  expect_that<u32>("add.f32 d, a, b;", two,
                   [](u32 got, float a, float b) { return !std::isnan(a + b) || got == 0x7fffffff; });
  expect_that<u32>("mul.f32 d, a, b;", two,
                   [](u32 got, float a, float b) { return !std::isnan(a * b) || got == 0x7fffffff; });
}

TEST_CASE("floats: extrema with NaNs and zeros of both signs") {
  test_extrema<float>();
  test_extrema<double>();
}

TEST_CASE("floats: signs keep the bits of NaNs") {
  test_signs<float>();
  test_signs<double>();
  auto const one = each(floats<float>());
  expect<float>("abs.ftz.f32 d, a;", one, [](float a) { return without_subnormal(std::fabs(a)); });
  expect<float>("neg.ftz.f32 d, a;", one, [](float a) { return without_subnormal(-a); });
}

TEST_CASE("floats: properties") {
  test_properties<float>();
  test_properties<double>();
}

TEST_CASE("floats: approximations are within the documented errors") {
  auto const one = each(floats<float>());
  auto const two = pairs(floats<float>(), floats<float>());
  expect_that<float>("rcp.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, 1.0 / a, one_ulp); });
  expect_that<float>("sqrt.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, std::sqrt(double(a)), one_ulp); });
  expect_that<float>("rsqrt.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, 1.0 / std::sqrt(double(a)), 0x1p-22); });
  expect_that<float>("lg2.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, std::log2(double(a)), 0x1p-22, 0x1p-22); });
  expect_that<float>("ex2.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, std::exp2(double(a)), 2 * one_ulp); });
  expect_that<float>("tanh.approx.f32 d, a;", one,
                     [](float got, float a) { return is_near(got, std::tanh(double(a)), 0x1p-11); });
  std::vector<float> angles;
  for (float const x : floats<float>()) {
    if (!(std::fabs(x) > 3.2f) || std::isinf(x)) angles.push_back(x);
  }
  expect_that<float>("sin.approx.f32 d, a;", each(angles),
                     [](float got, float a) { return is_near(got, std::sin(double(a)), 0, 0x1p-20); });
  expect_that<float>("cos.approx.f32 d, a;", each(angles),
                     [](float got, float a) { return is_near(got, std::cos(double(a)), 0, 0x1p-20); });
  expect_that<float>("div.full.f32 d, a, b;", two,
                     [](float got, float a, float b) { return is_near(got, double(a) / b, 2 * one_ulp); });
  // A divisor above 2^126 gives a zero, or a NaN.
  expect_that<float>("div.approx.f32 d, a, b;", two, [](float got, float a, float b) {
    bool const is_great = std::fabs(b) > 0x1p126f && !std::isinf(b);
    if (!is_great) return is_near(got, double(a) / b, 2 * one_ulp);
    return std::isinf(a) || std::isnan(a) ? std::isnan(got) : got == 0;
  });
}

TEST_CASE("floats: approximations without subnormal numbers") {
  auto const one = each(floats<float>());
  auto const flushing = [](auto exact, double relative) {
    return [=](float got, float a) {
      double const wanted = exact(double(without_subnormal(a)));
      if (std::fabs(wanted) < 0x1p-126) return got == 0;
      return is_near(got, wanted, relative);
    };
  };
  expect_that<float>("rcp.approx.ftz.f32 d, a;", one, flushing([](double a) { return 1.0 / a; }, one_ulp));
  expect_that<float>("sqrt.approx.ftz.f32 d, a;", one, flushing([](double a) { return std::sqrt(a); }, one_ulp));
  expect_that<float>("rsqrt.approx.ftz.f32 d, a;", one,
                     flushing([](double a) { return 1.0 / std::sqrt(a); }, 0x1p-22));
  expect_that<float>("ex2.approx.ftz.f32 d, a;", one,
                     flushing([](double a) { return std::exp2(a); }, 2 * one_ulp));
}

TEST_CASE("floats: coarse reciprocals of double precision") {
  std::vector<double> values;
  for (double const x : floats<double>()) {
    if (std::fpclassify(x) != FP_SUBNORMAL) values.push_back(x);
  }
  auto const near = [](double got, double exact) {
    if (std::isnan(exact)) return std::isnan(got);
    if (std::isinf(exact) || exact == 0 || std::fabs(exact) < 0x1p-1022)
      return std::isinf(exact) ? got == exact : got == 0;
    return std::fabs(got / exact - 1) < 0x1p-19 && (std::bit_cast<u64>(got) & 0xffffffff) == 0;
  };
  expect_that<double>("rcp.approx.ftz.f64 d, a;", each(values),
                      [=](double got, double a) { return near(got, 1 / a); });
  expect_that<double>("rsqrt.approx.ftz.f64 d, a;", each(values),
                      [=](double got, double a) { return near(got, 1 / std::sqrt(a)); });
}
