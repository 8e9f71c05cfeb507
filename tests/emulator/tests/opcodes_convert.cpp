// cvt between all types.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "half_of_host.h"
#include "opcodes.h"
#include "rounding_of_host.h"

using namespace opcodes;

namespace {

template <class T>
std::string type() {
  if constexpr (std::is_same_v<T, half_bits>) return ".f16";
  else if constexpr (std::is_same_v<T, bfloat_bits>) return ".bf16";
  else if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? ".f32" : ".f64";
  else return (std::is_signed_v<T> ? ".s" : ".u") + std::to_string(8 * sizeof(T));
}
template <class H>
small_format const& format() {
  if constexpr (std::is_same_v<H, half_bits>) return half_values();
  else return bfloat_values();
}

__extension__ using wide = __int128;

template <class To, class From>
void test_integers() {
  auto const one = each(integers<From>());
  expect<To>("cvt" + type<To>() + type<From>() + " d, a;", one, [](From a) { return To(a); });
  expect<To>("cvt.sat" + type<To>() + type<From>() + " d, a;", one, [](From a) {
    wide const least = std::numeric_limits<To>::min(), greatest = std::numeric_limits<To>::max();
    return To(std::clamp<wide>(a, least, greatest));
  });
}
template <class To>
void test_integers_to() {
  test_integers<To, u8>();
  test_integers<To, i8>();
  test_integers<To, u16>();
  test_integers<To, i16>();
  test_integers<To, u32>();
  test_integers<To, i32>();
  test_integers<To, u64>();
  test_integers<To, i64>();
}

template <class To, class From>
void test_integers_to_float() {
  auto values = integers<From>();
  if constexpr (sizeof(From) == 8) {
    // About the ties of 24 and of 53 bits.
    for (u64 const x :
         {(u64(1) << 62) + (u64(1) << 38), (u64(1) << 62) + (u64(1) << 38) + 1, (u64(1) << 62) + (u64(1) << 9),
          (u64(1) << 62) + (u64(1) << 9) + 1, u64(9007199254740993), u64(16777217), u64(33554435)}) {
      values.push_back(From(x));
    }
  }
  for (direction const how : directions) {
    expect<To>("cvt." + std::string(how.word) + type<To>() + type<From>() + " d, a;", each(values),
               [=](From a) { return rounded<To>(how, [](From x) { return To(x); }, a); });
  }
}
template <class H, class From>
void test_integers_to_half() {
  auto values = integers<From>();
  if constexpr (sizeof(From) == 8) {
    values.push_back(From((u64(1) << 62) + (u64(1) << 54) + 1));
    values.push_back(From((u64(1) << 62) + (u64(1) << 54)));
  }
  for (char const* const word : {"rn", "rz", "rm", "rp"}) {
    expect<H>("cvt." + std::string(word) + type<H>() + type<From>() + " d, a;", each(values),
              [=](From a) { return H{u16(format<H>().rounded(static_cast<long double>(a), word))}; });
  }
}

// To an integral value, without the host's rounding functions.
double integral(double x, std::string_view word) {
  if (!(std::fabs(x) < 0x1p52)) return x;
  double const lower = double(i64(x)) - (double(i64(x)) > x ? 1 : 0), rest = x - lower;
  bool const odd = i64(lower) % 2 != 0;
  double result = lower;
  if (word == "rzi") result = x < 0 && rest > 0 ? lower + 1 : lower;
  if (word == "rpi") result = rest > 0 ? lower + 1 : lower;
  if (word == "rni") result = rest > 0.5 || (rest == 0.5 && odd) ? lower + 1 : lower;
  return std::copysign(result, x);
}
constexpr char const* integral_words[] = {"rni", "rzi", "rmi", "rpi"};

template <class To, class From>
void test_floats_to_integer() {
  for (std::string const word : integral_words) {
    expect<To>("cvt." + word + type<To>() + type<From>() + " d, a;", each(floats<From>()), [=](From a) {
      if (std::isnan(a)) {
        bool const is_zero = sizeof(From) == 4 && sizeof(To) < 8;
        return is_zero ? To(0) : To(std::make_unsigned_t<To>(1) << (8 * sizeof(To) - 1));
      }
      double const x = integral(a, word);
      if (x >= std::ldexp(1.0, 8 * sizeof(To) - std::is_signed_v<To>)) return std::numeric_limits<To>::max();
      if (x < double(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
      return To(x);
    });
  }
}
template <class From>
void test_floats_to_integers() {
  test_floats_to_integer<u8, From>();
  test_floats_to_integer<i8, From>();
  test_floats_to_integer<u16, From>();
  test_floats_to_integer<i16, From>();
  test_floats_to_integer<u32, From>();
  test_floats_to_integer<i32, From>();
  test_floats_to_integer<u64, From>();
  test_floats_to_integer<i64, From>();
}

std::vector<double> doubles_about_floats() {
  std::vector<double> values = floats<double>();
  for (float const x : floats<float>()) {
    values.push_back(x);
    values.push_back(double(x) * (1 + 0x1p-24));
    values.push_back(double(x) * (1 + 0x1p-24 + 0x1p-50));
    values.push_back(double(x) * (1 - 0x1p-25));
  }
  return values;
}

template <class H>
std::vector<H> all_halves() {
  std::vector<H> values;
  for (unsigned bits = 0; bits < 0x10000; bits += 7) values.push_back({u16(bits)});
  for (unsigned const bits :
       {0u, 1u, 0x3ffu, 0x400u, 0x7c00u, 0x7f80u, 0x7fffu, 0x8000u, 0x8001u, 0xfc00u, 0xff80u})
    values.push_back({u16(bits)});
  return values;
}
// The halves, the middles between neighbours, and what is next to the middles.
template <class H>
std::vector<float> floats_about_halves() {
  std::vector<float> values = floats<float>();
  for (unsigned bits = 0; bits <= format<H>().greatest(); bits += 61) {
    double const x = format<H>().value(bits), next = format<H>().value(bits + 1);
    if (std::isinf(next)) continue;
    float const middle = float((x + next) / 2);
    for (float const y : {float(x), middle, std::nextafterf(middle, 0), std::nextafterf(middle, INFINITY)}) {
      values.push_back(y);
      values.push_back(-y);
    }
  }
  for (float const y : {65504.0f, 65519.0f, 65520.0f, 65535.0f}) values.push_back(y);
  return values;
}

template <class H>
void test_halves() {
  std::vector<float> const values = floats_about_halves<H>();
  for (std::string const word : {"rn", "rz", "rm", "rp"}) {
    expect<H>("cvt." + word + type<H>() + ".f32 d, a;", each(values),
              [=](float a) { return H{u16(format<H>().rounded(a, word))}; });
    expect<H>("cvt." + word + type<H>() + ".f64 d, a;", each(doubles_about_floats()),
              [=](double a) { return H{u16(format<H>().rounded(a, word))}; });
  }
  auto const all = each(all_halves<H>());
  expect<float>("cvt.f32" + type<H>() + " d, a;", all, [](H a) { return float(format<H>().value(a.bits)); });
  expect<double>("cvt.f64" + type<H>() + " d, a;", all, [](H a) { return format<H>().value(a.bits); });
  expect<H>("cvt.rn.relu" + type<H>() + ".f32 d, a;", each(values),
            [](float a) { return H{u16(a <= 0 ? 0 : format<H>().rounded(a, "rn"))}; });
  for (std::string const word : integral_words) {
    expect<H>("cvt." + word + type<H>() + type<H>() + " d, a;", all,
              [=](H a) { return H{u16(format<H>().rounded(integral(format<H>().value(a.bits), word), "rn"))}; });
    expect<i32>("cvt." + word + ".s32" + type<H>() + " d, a;", all, [=](H a) {
      double const x = integral(format<H>().value(a.bits), word);
      return std::isnan(x) ? 0 : x >= 0x1p31 ? INT32_MAX : x < -0x1p31 ? INT32_MIN : i32(x);
    });
  }
  expect<u32>(
      "cvt.rn" + type<H>() + "x2.f32 d, a, b;", pairs(floats<float>(), floats<float>()),
      [](float a, float b) { return u32(format<H>().rounded(a, "rn") << 16 | format<H>().rounded(b, "rn")); });
  expect<u32>("cvt.rz.relu" + type<H>() + "x2.f32 d, a, b;", pairs(few_floats<float>(), few_floats<float>()),
              [](float a, float b) {
                auto const positive = [](float x) { return x <= 0 ? 0 : format<H>().rounded(x, "rz"); };
                return u32(positive(a) << 16 | positive(b));
              });
}

void test_small_format(std::string const& name, small_format const& format) {
  auto const two = pairs(floats<float>(), floats<float>());
  expect<u16>("cvt.rn.satfinite." + name + "x2.f32 d, a, b;", two, [&](float a, float b) {
    return u16(format.rounded(a, "rn", true) << 8 | format.rounded(b, "rn", true));
  });
  std::vector<u16> codes;
  for (unsigned bits = 0; bits < 256; ++bits) codes.push_back(u16(bits << 8 | (255 - bits)));
  auto const as_half = [&](unsigned bits) { return half_values().rounded(format.value(bits), "rn"); };
  expect<u32>("cvt.rn.f16x2." + name + "x2 d, a;", each(codes),
              [&](u16 a) { return u32(as_half(a >> 8) << 16 | as_half(a & 255)); });
  std::vector<u32> halves;
  for (unsigned bits = 0; bits < 0x10000; bits += 97) halves.push_back(bits << 16 | (0xffff - bits));
  auto const from_half = [&](unsigned bits) { return format.rounded(half_values().value(bits), "rn", true); };
  expect<u16>("cvt.rn.satfinite." + name + "x2.f16x2 d, a;", each(halves),
              [&](u32 a) { return u16(from_half(a >> 16) << 8 | from_half(a & 0xffff)); });
}

}  // namespace

TEST_CASE("conversions: integers, with and without saturation") {
  test_integers_to<u8>();
  test_integers_to<i8>();
  test_integers_to<u16>();
  test_integers_to<i16>();
  test_integers_to<u32>();
  test_integers_to<i32>();
  test_integers_to<u64>();
  test_integers_to<i64>();
}

TEST_CASE("conversions: integers into wider registers") {
  expect<i64>("cvt.s16.s64 d, a;", each(integers<i64>()), [](i64 a) { return i64{i16(a)}; });
  expect<u32>("cvt.u8.u32 d, a;", each(integers<u32>()), [](u32 a) { return u32{u8(a)}; });
  expect<i32>("cvt.s8.s32 d, a;", each(integers<i32>()), [](i32 a) { return i32{i8(a)}; });
}

TEST_CASE("conversions: integers to floats in every direction of rounding") {
  test_integers_to_float<float, u8>();
  test_integers_to_float<float, i16>();
  test_integers_to_float<float, u32>();
  test_integers_to_float<float, i32>();
  test_integers_to_float<float, u64>();
  test_integers_to_float<float, i64>();
  test_integers_to_float<double, i8>();
  test_integers_to_float<double, u16>();
  test_integers_to_float<double, u32>();
  test_integers_to_float<double, i32>();
  test_integers_to_float<double, u64>();
  test_integers_to_float<double, i64>();
  test_integers_to_half<half_bits, u16>();
  test_integers_to_half<half_bits, i32>();
  test_integers_to_half<half_bits, u64>();
  test_integers_to_half<bfloat_bits, i16>();
  test_integers_to_half<bfloat_bits, u32>();
  test_integers_to_half<bfloat_bits, i64>();
  test_integers_to_half<bfloat_bits, u64>();
}

TEST_CASE("conversions: floats to integers, out of range and NaN") {
  test_floats_to_integers<float>();
  test_floats_to_integers<double>();
  // Flushed numbers are not above zero.
  expect<i32>("cvt.rpi.ftz.s32.f32 d, a;", each(std::vector<float>{1e-40f, -1e-40f, 0.5f}),
              [](float a) { return a > 0.1f ? 1 : 0; });
}

TEST_CASE("conversions: between floats") {
  auto const one = each(floats<float>());
  expect<double>("cvt.f64.f32 d, a;", one, [](float a) { return double(a); });
  expect<double>("cvt.ftz.f64.f32 d, a;", one, [](float a) { return double(without_subnormal(a)); });
  for (direction const how : directions) {
    auto const narrow = [](double x) { return float(x); };
    expect<float>("cvt." + std::string(how.word) + ".f32.f64 d, a;", each(doubles_about_floats()),
                  [=](double a) { return rounded<float>(how, narrow, a); });
    expect<float>("cvt." + std::string(how.word) + ".ftz.f32.f64 d, a;", each(floats<double>()),
                  [=](double a) { return without_subnormal(rounded<float>(how, narrow, a)); });
  }
  for (std::string const word : integral_words) {
    expect<float>("cvt." + word + ".f32.f32 d, a;", one, [=](float a) { return float(integral(a, word)); });
    expect<float>("cvt." + word + ".ftz.f32.f32 d, a;", one,
                  [=](float a) { return float(integral(without_subnormal(a), word)); });
    expect<double>("cvt." + word + ".f64.f64 d, a;", each(floats<double>()),
                   [=](double a) { return integral(a, word); });
  }
  auto const unit = [](auto x) { return std::isnan(x) || x <= 0 ? decltype(x)(0) : std::min(x, decltype(x)(1)); };
  expect<float>("cvt.sat.f32.f32 d, a;", one, unit);
  expect<double>("cvt.sat.f64.f64 d, a;", each(floats<double>()), unit);
  expect<float>("cvt.rn.sat.f32.f64 d, a;", each(floats<double>()), [=](double a) { return float(unit(a)); });
}

TEST_CASE("conversions: halves and bfloats") {
  test_halves<half_bits>();
  test_halves<bfloat_bits>();
}

TEST_CASE("conversions: eight bits, and tf32") {
  test_small_format("e5m2", small_format(5, 2));
  test_small_format("e4m3", small_format(4, 3, false));
  small_format const tf32(8, 10);
  for (std::string const word : {"rna", "rn", "rz"}) {
    expect<float>("cvt." + word + ".tf32.f32 d, a;", each(floats_about_halves<half_bits>()),
                  [&](float a) { return std::isnan(a) ? a : float(tf32.value(tf32.rounded(a, word))); });
  }
}
