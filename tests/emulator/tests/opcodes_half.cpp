// Arithmetic of half precision and bfloat, and of pairs of them.
#include <doctest/doctest.h>

#include <algorithm>

#include "half_of_host.h"
#include "opcodes.h"

using namespace opcodes;

namespace {

template <class H>
small_format const& format() {
  if constexpr (std::is_same_v<H, half_bits>) return half_values();
  else return bfloat_values();
}
template <class H>
std::string type() {
  return std::is_same_v<H, half_bits> ? ".f16" : ".bf16";
}
// In a type that holds sums and products of these values exactly.
template <class H>
long double value(H h) {
  return format<H>().value(h.bits);
}
template <class H>
H nearest(long double x) {
  return {u16(format<H>().rounded(x, "rn"))};
}

template <class H>
std::vector<H> halves() {
  u16 const infinity = u16(format<H>().infinity()), one = nearest<H>(1).bits;
  std::vector<u16> magnitudes = {0,
                                 1,
                                 2,
                                 3,
                                 0x7f,
                                 0x80,
                                 0x3ff,
                                 0x400,
                                 0x401,
                                 u16(one - 1),
                                 one,
                                 u16(one + 1),
                                 u16(one + 3),
                                 nearest<H>(0.1L).bits,
                                 nearest<H>(0.5L).bits,
                                 nearest<H>(1.5L).bits,
                                 nearest<H>(2.5L).bits,
                                 nearest<H>(1000).bits,
                                 nearest<H>(0.001L).bits,
                                 u16(infinity - 1),
                                 u16(infinity - 2),
                                 infinity,
                                 u16(infinity + 1),
                                 0x7fff};
  std::vector<H> values;
  for (u16 const m : magnitudes) {
    values.push_back({m});
    values.push_back({u16(m | 0x8000)});
  }
  return values;
}
template <class H>
std::vector<H> few_halves() {
  std::vector<H> values;
  for (long double const x :
       {0.0L, -0.0L, 1.0L, 1.0078125L, -1.0009765625L, 0.1L, -3.0L, 0.0001L, 250.0L, -0.0000001L}) {
    values.push_back(nearest<H>(x));
  }
  values.push_back({1});
  values.push_back({u16(format<H>().greatest())});
  values.push_back({u16(format<H>().infinity() | 0x8000)});
  values.push_back({0x7fff});
  return values;
}

template <class H>
H flushed(H h) {
  unsigned const exponent = format<H>().infinity();
  return h.bits & exponent ? h : H{u16(h.bits & 0x8000)};
}

// Whether the values of two bfloats are so near that long double holds their sum.
bool are_near(long double a, long double b) {
  if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b)) return true;
  return std::abs(std::ilogb(a) - std::ilogb(b)) < 44;
}
template <class H>
void test_arithmetic() {
  std::vector<std::tuple<H, H>> two;
  for (auto const& [a, b] : pairs(halves<H>(), halves<H>())) {
    if (are_near(value(a), value(b))) two.push_back({a, b});
  }
  std::vector<std::tuple<H, H, H>> three;
  for (auto const& [a, b, c] : triples(few_halves<H>(), few_halves<H>(), few_halves<H>())) {
    if (are_near(value(a) * value(b), value(c))) three.push_back({a, b, c});
  }
  auto const sum = [](H a, H b) { return nearest<H>(value(a) + value(b)); };
  auto const product_sum = [](H a, H b, H c) { return nearest<H>(value(a) * value(b) + value(c)); };
  expect<H>("add" + type<H>() + " d, a, b;", two, sum);
  expect<H>("sub" + type<H>() + " d, a, b;", two, [](H a, H b) { return nearest<H>(value(a) - value(b)); });
  expect<H>("mul" + type<H>() + " d, a, b;", two, [](H a, H b) { return nearest<H>(value(a) * value(b)); });
  expect<H>("fma.rn" + type<H>() + " d, a, b, c;", three, product_sum);
  expect<H>("fma.rn.relu" + type<H>() + " d, a, b, c;", three, [=](H a, H b, H c) {
    H const x = product_sum(a, b, c);
    return value(x) <= 0 ? H{0} : x;
  });
  // A tie that a far smaller summand breaks.
  expect<H>("fma.rn" + type<H>() + " d, a, b, c;",
            triples(std::vector<H>{nearest<H>(1.0625L)}, std::vector<H>{nearest<H>(1.0625L), nearest<H>(1.1875L)},
                    std::vector<H>{nearest<H>(std::ldexp(1.0L, -24)), nearest<H>(std::ldexp(-1.0L, -23)), H{0}}),
            product_sum);
}

template <class H>
void test_flushing_arithmetic() {
  auto const two = pairs(halves<H>(), halves<H>());
  expect<H>("add.ftz" + type<H>() + " d, a, b;", two,
            [](H a, H b) { return flushed(nearest<H>(value(flushed(a)) + value(flushed(b)))); });
  expect<H>("mul.ftz" + type<H>() + " d, a, b;", two,
            [](H a, H b) { return flushed(nearest<H>(value(flushed(a)) * value(flushed(b)))); });
  expect<H>("abs.ftz" + type<H>() + " d, a;", each(halves<H>()),
            [](H a) { return flushed(H{u16(a.bits & 0x7fff)}); });
}

template <class H>
void test_extrema() {
  auto const two = pairs(halves<H>(), halves<H>());
  for (bool const greatest : {false, true}) {
    // The order of the encodings, with the sign.
    auto const order = [](H h) { return h.bits & 0x8000 ? -int(h.bits & 0x7fff) - 1 : int(h.bits); };
    auto const extremum = [=](H a, H b) {
      if (is_nan(a)) return b;
      if (is_nan(b)) return a;
      return (order(a) < order(b)) == greatest ? b : a;
    };
    std::string const opcode = greatest ? "max" : "min";
    expect<H>(opcode + type<H>() + " d, a, b;", two, extremum);
    expect<H>(opcode + ".NaN" + type<H>() + " d, a, b;", two,
              [=](H a, H b) { return is_nan(a) || is_nan(b) ? H{0x7fff} : extremum(a, b); });
    expect<H>(opcode + ".xorsign.abs" + type<H>() + " d, a, b;", pairs(few_halves<H>(), few_halves<H>()),
              [=](H a, H b) {
                H const magnitude = extremum(H{u16(a.bits & 0x7fff)}, H{u16(b.bits & 0x7fff)});
                return H{u16(magnitude.bits | ((a.bits ^ b.bits) & 0x8000))};
              });
  }
}

template <class H>
void test_signs_and_functions() {
  auto const one = each(halves<H>());
  expect<u16>("abs" + type<H>() + " d, a;", one, [](H a) { return u16(a.bits & 0x7fff); });
  expect<u16>("neg" + type<H>() + " d, a;", one, [](H a) { return u16(a.bits ^ 0x8000); });
  // To the last bit of the format and one more.
  auto const near = [](H got, long double exact) {
    if (std::isnan(exact)) return is_nan(got);
    long double const wanted = value(nearest<H>(exact));
    if (std::isinf(wanted)) return value(got) == wanted;
    return std::fabs(value(got) - exact) <= std::fabs(exact) / 128 + value(H{1});
  };
  expect_that<H>("tanh.approx" + type<H>() + " d, a;", one,
                 [=](H got, H a) { return near(got, std::tanh(value(a))); });
  std::string const exponential = std::is_same_v<H, half_bits> ? "ex2.approx" : "ex2.approx.ftz";
  expect_that<H>(exponential + type<H>() + " d, a;", one, [=](H got, H a) {
    long double const exact = std::exp2(value(a));
    if (std::is_same_v<H, bfloat_bits> && exact < value(H{0x80})) return value(got) == 0;
    return near(got, exact);
  });
}

template <class H, class Formula>
auto of_pairs(Formula formula) {
  return [=](u32 a, u32 b) {
    u32 const upper = formula(H{u16(a >> 16)}, H{u16(b >> 16)}).bits, lower = formula(H{u16(a)}, H{u16(b)}).bits;
    return upper << 16 | lower;
  };
}
template <class H>
void test_pairs() {
  std::vector<u32> values;
  auto const numbers = few_halves<H>();
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {  // without the NaN, whose bits are many
    values.push_back(u32(numbers[i].bits) << 16 | numbers[(i + 3) % (numbers.size() - 1)].bits);
  }
  auto const two = pairs(values, values);
  auto const with_one_nan = [](H h) { return is_nan(h) ? H{0x7fff} : h; };
  std::string const suffix = type<H>() + "x2 d, a, b;";
  expect<u32>("add" + suffix, two,
              of_pairs<H>([=](H a, H b) { return with_one_nan(nearest<H>(value(a) + value(b))); }));
  expect<u32>("sub" + suffix, two,
              of_pairs<H>([=](H a, H b) { return with_one_nan(nearest<H>(value(a) - value(b))); }));
  expect<u32>("mul" + suffix, two,
              of_pairs<H>([=](H a, H b) { return with_one_nan(nearest<H>(value(a) * value(b))); }));
  expect<u32>("fma.rn" + type<H>() + "x2 d, a, b, a;", two,
              of_pairs<H>([=](H a, H b) { return with_one_nan(nearest<H>(value(a) * value(b) + value(a))); }));
  expect<u32>("max" + suffix, two, of_pairs<H>([=](H a, H b) {
                return value(a) > value(b) || (value(a) == 0 && a.bits == 0 && value(b) == 0) ? a : b;
              }));
  expect<u32>("neg" + type<H>() + "x2 d, a;", each(values), [](u32 a) { return a ^ 0x80008000; });
  expect<u32>("abs" + type<H>() + "x2 d, a;", each(values), [](u32 a) { return a & 0x7fff7fff; });
}

}  // namespace

TEST_CASE("halves: arithmetic, rounded once") {
  test_arithmetic<half_bits>();
  test_arithmetic<bfloat_bits>();
}

TEST_CASE("halves: arithmetic without subnormal numbers") { test_flushing_arithmetic<half_bits>(); }

TEST_CASE("halves: saturation") {
  auto const two = pairs(halves<half_bits>(), halves<half_bits>());
  expect<half_bits>("add.sat.f16 d, a, b;", two, [](half_bits a, half_bits b) {
    long double const x = value(a) + value(b);
    return nearest<half_bits>(std::isnan(x) || x <= 0 ? 0.0L : std::min(x, 1.0L));
  });
}

TEST_CASE("halves: extrema with NaNs and zeros of both signs") {
  test_extrema<half_bits>();
  test_extrema<bfloat_bits>();
}

TEST_CASE("halves: signs and approximations") {
  test_signs_and_functions<half_bits>();
  test_signs_and_functions<bfloat_bits>();
}

TEST_CASE("halves: pairs") {
  test_pairs<half_bits>();
  test_pairs<bfloat_bits>();
}
