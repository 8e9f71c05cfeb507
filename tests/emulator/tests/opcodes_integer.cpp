// Arithmetic of integers.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "opcodes.h"

using namespace opcodes;

namespace {

template <class T>
std::string suffix() {
  return (std::is_signed_v<T> ? ".s" : ".u") + std::to_string(8 * sizeof(T));
}
template <class T>
using wide_t = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, i32, u32>,
                                  std::conditional_t<std::is_signed_v<T>, i64, u64>>;

// The upper half of a product, by halves of 32 bits and with the signs put right afterwards.
u64 upper_product(u64 a, u64 b) {
  u64 const a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  u64 const middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffff);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
i64 upper_product(i64 a, i64 b) {
  u64 const upper = upper_product(u64(a), u64(b));
  return i64(upper - (a < 0 ? u64(b) : 0) - (b < 0 ? u64(a) : 0));
}
template <class T>
T high(T a, T b) {
  if constexpr (sizeof(T) == 8) return upper_product(a, b);
  else return T((wide_t<T>(a) * wide_t<T>(b)) >> (8 * sizeof(T)));
}

template <class T>
void test_sums_and_products() {
  using U = std::make_unsigned_t<T>;
  auto const two = pairs(integers<T>(), integers<T>());
  auto const three = triples(few_integers<T>(), few_integers<T>(), few_integers<T>());
  std::string const type = suffix<T>();
  expect<T>("add" + type + " d, a, b;", two, [](T a, T b) { return T(U(a) + U(b)); });
  expect<T>("sub" + type + " d, a, b;", two, [](T a, T b) { return T(U(a) - U(b)); });
  expect<T>("mul.lo" + type + " d, a, b;", two, [](T a, T b) { return T(u64(a) * u64(b)); });
  expect<T>("mul.hi" + type + " d, a, b;", two, [](T a, T b) { return high(a, b); });
  expect<T>("mad.lo" + type + " d, a, b, c;", three, [](T a, T b, T c) { return T(u64(a) * u64(b) + u64(c)); });
  expect<T>("mad.hi" + type + " d, a, b, c;", three, [](T a, T b, T c) { return T(u64(high(a, b)) + u64(c)); });
  expect<T>("min" + type + " d, a, b;", two, [](T a, T b) { return std::min(a, b); });
  expect<T>("max" + type + " d, a, b;", two, [](T a, T b) { return std::max(a, b); });
  expect<T>("sad" + type + " d, a, b, c;", three,
            [](T a, T b, T c) { return T(U(c) + (a < b ? U(b) - U(a) : U(a) - U(b))); });
}

template <class T>
void test_quotients() {
  constexpr T least = std::numeric_limits<T>::min();
  auto const two = pairs(integers<T>(), integers<T>());
  std::string const type = suffix<T>();
  // By 0, all bits are set, and the remainder is the dividend.
  expect<T>("div" + type + " d, a, b;", two, [](T a, T b) {
    if (b == 0) return T(~T(0));
    if (std::is_signed_v<T> && a == least && b == T(-1)) return least;
    return T(a / b);
  });
  expect<T>("rem" + type + " d, a, b;", two, [](T a, T b) {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == T(-1)) return T(0);
    return T(a % b);
  });
}

template <class T>
void test_signs() {
  using U = std::make_unsigned_t<T>;
  auto const one = each(integers<T>());
  expect<T>("abs" + suffix<T>() + " d, a;", one, [](T a) { return a < 0 ? T(U(0) - U(a)) : a; });
  expect<T>("neg" + suffix<T>() + " d, a;", one, [](T a) { return T(U(0) - U(a)); });
}

template <class T>
void test_wide_products() {
  using W = wide_t<T>;
  std::string const type = suffix<T>();
  expect<W>("mul.wide" + type + " d, a, b;", pairs(integers<T>(), integers<T>()),
            [](T a, T b) { return W(W(a) * W(b)); });
  expect<W>("mad.wide" + type + " d, a, b, c;", triples(few_integers<T>(), few_integers<T>(), integers<W>()),
            [](T a, T b, W c) { return W(u64(W(a) * W(b)) + u64(c)); });
}

// The 24 lower bits as an integer.
template <class T>
i64 of_24(T x) {
  i64 const lower = i64(u32(x) & 0xffffff);
  return std::is_signed_v<T> && lower >= 0x800000 ? lower - 0x1000000 : lower;
}
template <class T>
void test_products_of_24() {
  std::string const type = suffix<T>();
  auto const two = pairs(integers<T>(), integers<T>());
  auto const three = triples(few_integers<T>(), few_integers<T>(), few_integers<T>());
  auto const low = [](T a, T b) { return u32(of_24(a) * of_24(b)); };
  auto const upper = [](T a, T b) { return u32(u64(of_24(a) * of_24(b)) >> 16); };
  expect<T>("mul24.lo" + type + " d, a, b;", two, [&](T a, T b) { return T(low(a, b)); });
  expect<T>("mul24.hi" + type + " d, a, b;", two, [&](T a, T b) { return T(upper(a, b)); });
  expect<T>("mad24.lo" + type + " d, a, b, c;", three, [&](T a, T b, T c) { return T(low(a, b) + u32(c)); });
  expect<T>("mad24.hi" + type + " d, a, b, c;", three, [&](T a, T b, T c) { return T(upper(a, b) + u32(c)); });
}

i32 saturated(i64 x) { return i32(std::clamp<i64>(x, INT32_MIN, INT32_MAX)); }

// Bytes and halves of a word.
template <class A>
i64 part(u32 word, unsigned k) {
  return A(word >> (8 * sizeof(A) * k));
}
template <class A, class B>
void test_dot_products() {
  auto const three = triples(integers<u32>(), integers<u32>(), few_integers<u32>());
  std::string const type =
      std::string(std::is_signed_v<A> ? ".s32" : ".u32") + (std::is_signed_v<B> ? ".s32" : ".u32");
  using wide_a = std::conditional_t<std::is_signed_v<A>, i16, u16>;
  expect<u32>("dp4a" + type + " d, a, b, c;", three, [](u32 a, u32 b, u32 c) {
    i64 total = c;
    for (unsigned k = 0; k < 4; ++k) total += part<A>(a, k) * part<B>(b, k);
    return u32(total);
  });
  for (unsigned const upper : {0u, 2u}) {
    expect<u32>(std::string("dp2a.") + (upper ? "hi" : "lo") + type + " d, a, b, c;", three,
                [=](u32 a, u32 b, u32 c) {
                  i64 total = c;
                  for (unsigned k = 0; k < 2; ++k) total += part<wide_a>(a, k) * part<B>(b, k + upper);
                  return u32(total);
                });
  }
}

// A function of the two halves of words.
template <class T, class Formula>
auto of_pairs(Formula formula) {
  return [=](u32 a, u32 b) {
    u32 const lower = u16(formula(T(a), T(b))), upper = u16(formula(T(a >> 16), T(b >> 16)));
    return upper << 16 | lower;
  };
}
template <class T>
void test_pairs() {
  auto const two = pairs(integers<u32>(), integers<u32>());
  std::string const type = suffix<T>() + "x2 d, a, b;";
  expect<u32>("add" + type, two, of_pairs<T>([](T a, T b) { return a + b; }));
  expect<u32>("min" + type, two, of_pairs<T>([](T a, T b) { return std::min(a, b); }));
  expect<u32>("max" + type, two, of_pairs<T>([](T a, T b) { return std::max(a, b); }));
}

}  // namespace

TEST_CASE("integers: sums, products, extrema and distances wrap") {
  test_sums_and_products<u16>();
  test_sums_and_products<i16>();
  test_sums_and_products<u32>();
  test_sums_and_products<i32>();
  test_sums_and_products<u64>();
  test_sums_and_products<i64>();
}

TEST_CASE("integers: quotients by zero and by -1") {
  test_quotients<u16>();
  test_quotients<i16>();
  test_quotients<u32>();
  test_quotients<i32>();
  test_quotients<u64>();
  test_quotients<i64>();
}

TEST_CASE("integers: signs") {
  test_signs<i16>();
  test_signs<i32>();
  test_signs<i64>();
}

TEST_CASE("integers: wide products") {
  test_wide_products<u16>();
  test_wide_products<i16>();
  test_wide_products<u32>();
  test_wide_products<i32>();
}

TEST_CASE("integers: products of 24 bits") {
  test_products_of_24<u32>();
  test_products_of_24<i32>();
}

TEST_CASE("integers: saturation") {
  auto const two = pairs(integers<i32>(), integers<i32>());
  auto const three = triples(few_integers<i32>(), few_integers<i32>(), few_integers<i32>());
  expect<i32>("add.sat.s32 d, a, b;", two, [](i32 a, i32 b) { return saturated(i64{a} + b); });
  expect<i32>("sub.sat.s32 d, a, b;", two, [](i32 a, i32 b) { return saturated(i64{a} - b); });
  expect<i32>("mad.hi.sat.s32 d, a, b, c;", three,
              [](i32 a, i32 b, i32 c) { return saturated((i64{a} * b >> 32) + c); });
  expect<i32>("min.relu.s32 d, a, b;", two, [](i32 a, i32 b) { return std::max(0, std::min(a, b)); });
  expect<i32>("max.relu.s32 d, a, b;", two, [](i32 a, i32 b) { return std::max({0, a, b}); });
}

TEST_CASE("integers: sums of products of bytes and halves") {
  test_dot_products<u8, u8>();
  test_dot_products<u8, i8>();
  test_dot_products<i8, u8>();
  test_dot_products<i8, i8>();
}

TEST_CASE("integers: pairs of 16 bits") {
  auto const two = pairs(integers<u32>(), integers<u32>());
  test_pairs<u16>();
  test_pairs<i16>();
  expect<u32>("min.relu.s16x2 d, a, b;", two,
              of_pairs<i16>([](i16 a, i16 b) { return std::max<i16>(0, std::min(a, b)); }));
  expect<u32>("max.relu.s16x2 d, a, b;", two,
              of_pairs<i16>([](i16 a, i16 b) { return std::max<i16>(0, std::max(a, b)); }));
  expect<u32>("add.sat.s16x2 d, a, b;", two,
              of_pairs<i16>([](i16 a, i16 b) { return std::clamp(a + b, -32768, 32767); }));
  expect<u32>("add.sat.u16x2 d, a, b;", two, of_pairs<u16>([](u16 a, u16 b) { return std::min(a + b, 65535); }));
}

TEST_CASE("integers: carries") {
  auto const two = pairs(integers<u32>(), integers<u32>());
  auto const wide = pairs(integers<u64>(), integers<u64>());
  auto const three = triples(few_integers<u32>(), few_integers<u32>(), few_integers<u32>());
  // The carry of the lower words, into sums of zeros.
  expect<u32>("add.cc.u32 t, a, b; addc.u32 d, 0, 0;", two, [](u32 a, u32 b) { return u32((u64{a} + b) >> 32); });
  expect<u64>("add.cc.u64 w, a, b; addc.u64 d, 5, 0;", wide, [](u64 a, u64 b) { return 5 + u64(a + b < a); });
  // After a subtraction the flag is set where nothing is borrowed; subc takes 1 where it is clear.
  expect<u32>("sub.cc.u32 t, a, b; subc.u32 d, 7, 0;", two, [](u32 a, u32 b) { return 7 - u32(a < b); });
  expect<u64>("sub.cc.u64 w, a, b; subc.u64 d, 0, 0;", wide, [](u64 a, u64 b) { return 0 - u64(a < b); });
  expect<u32>("sub.cc.u32 t, a, b; addc.u32 d, 0, 0;", two, [](u32 a, u32 b) { return u32(a >= b); });
  // Through three words: each takes a carry and makes one.
  expect<u32>("add.cc.u32 t, a, b; addc.cc.u32 t, a, c; addc.u32 d, 0, 0;", three, [](u32 a, u32 b, u32 c) {
    u64 const first = (u64{a} + b) >> 32;
    return u32((u64{a} + c + first) >> 32);
  });
  expect<u32>("sub.cc.u32 t, a, b; subc.cc.u32 t, b, c; subc.u32 d, 0, 0;", three, [](u32 a, u32 b, u32 c) {
    u32 const first = a < b;
    return 0 - u32(u64{b} < u64{c} + first);
  });
  expect<u32>("mad.lo.cc.u32 t, a, b, c; addc.u32 d, 0, 0;", three,
              [](u32 a, u32 b, u32 c) { return u32((u64{a * b} + c) >> 32); });
  expect<u32>("mad.hi.cc.u32 t, a, b, c; addc.u32 d, 0, 0;", three,
              [](u32 a, u32 b, u32 c) { return u32(((u64{a} * b >> 32) + c) >> 32); });
  expect<u32>("add.cc.u32 t, a, b; madc.lo.u32 d, a, c, 3;", three,
              [](u32 a, u32 b, u32 c) { return a * c + 3 + u32((u64{a} + b) >> 32); });
  expect<u32>("add.cc.u32 t, a, b; madc.hi.cc.u32 t, a, c, b; addc.u32 d, 0, 0;", three,
              [](u32 a, u32 b, u32 c) { return u32(((u64{a} * c >> 32) + b + ((u64{a} + b) >> 32)) >> 32); });
}
