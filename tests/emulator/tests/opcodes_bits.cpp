// Logic, shifts, counts, fields, permutations of bytes. The formulas go bit by bit.
#include <doctest/doctest.h>

#include <algorithm>

#include "opcodes.h"

using namespace opcodes;

namespace {

template <class T>
constexpr unsigned width = 8 * sizeof(T);
template <class T>
std::string bits_type() {
  return ".b" + std::to_string(width<T>);
}
template <class T>
std::string integer_type() {
  return (std::is_signed_v<T> ? ".s" : ".u") + std::to_string(width<T>);
}
template <class T>
bool bit(T x, unsigned k) {
  return k < width<T> && (u64(x) >> k & 1) != 0;
}
// The word whose bit k is of(k).
template <class T, class Of>
T word(Of of) {
  u64 result = 0;
  for (unsigned k = 0; k < width<T>; ++k) result |= u64{bool(of(k))} << k;
  return T(result);
}

std::vector<u32> distances() {
  return {0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 256, 0x80000000, ~0u};
}

template <class T>
void test_logic() {
  auto const one = each(integers<T>());
  auto const two = pairs(integers<T>(), integers<T>());
  std::string const type = bits_type<T>();
  expect<T>("and" + type + " d, a, b;", two,
            [](T a, T b) { return word<T>([=](unsigned k) { return bit(a, k) && bit(b, k); }); });
  expect<T>("or" + type + " d, a, b;", two,
            [](T a, T b) { return word<T>([=](unsigned k) { return bit(a, k) || bit(b, k); }); });
  expect<T>("xor" + type + " d, a, b;", two,
            [](T a, T b) { return word<T>([=](unsigned k) { return bit(a, k) != bit(b, k); }); });
  expect<T>("not" + type + " d, a;", one, [](T a) { return word<T>([=](unsigned k) { return !bit(a, k); }); });
  expect<T>("cnot" + type + " d, a;", one, [](T a) { return T(a == 0); });
}

template <class T>
void test_shifts() {
  using S = std::make_signed_t<T>;
  auto const cases = pairs(integers<T>(), distances());
  expect<T>("shl" + bits_type<T>() + " d, a, b;", cases,
            [](T a, u32 n) { return word<T>([=](unsigned k) { return k >= n && bit(a, k - n); }); });
  expect<T>("shr" + integer_type<T>() + " d, a, b;", cases,
            [](T a, u32 n) { return word<T>([=](unsigned k) { return n < width<T> && bit(a, k + n); }); });
  expect<S>("shr" + integer_type<S>() + " d, a, b;", pairs(integers<S>(), distances()), [](S a, u32 n) {
    return S(word<T>([=](unsigned k) { return bit(T(a), unsigned(std::min<u64>(u64{k} + n, width<T> - 1))); }));
  });
}

template <class T>
void test_counts() {
  auto const one = each(integers<T>());
  std::string const type = bits_type<T>();
  expect<u32>("popc" + type + " d, a;", one, [](T a) {
    u32 count = 0;
    for (unsigned k = 0; k < width<T>; ++k) count += bit(a, k);
    return count;
  });
  expect<u32>("clz" + type + " d, a;", one, [](T a) {
    u32 count = 0;
    while (count < width<T> && !bit(a, width<T> - 1 - count)) ++count;
    return count;
  });
  expect<T>("brev" + type + " d, a;", one,
            [](T a) { return word<T>([=](unsigned k) { return bit(a, width<T> - 1 - k); }); });
}

template <class T>
u32 highest_bit(T a) {
  u32 found = ~0u;
  for (unsigned k = 0; k < width<T>; ++k) {
    if (bit(a, k) != (a < 0)) found = k;
  }
  return found;
}
template <class T>
void test_highest_bit() {
  auto const one = each(integers<T>());
  expect<u32>("bfind" + integer_type<T>() + " d, a;", one, [](T a) { return highest_bit(a); });
  expect<u32>("bfind.shiftamt" + integer_type<T>() + " d, a;", one, [](T a) {
    u32 const k = highest_bit(a);
    return k == ~0u ? k : width<T> - 1 - k;
  });
}

template <class T>
void test_fields() {
  std::vector<u32> const places = {0, 1, 5, 8, 31, 32, 33, 63, 64, 100, 255, 256, 0xfffffff0};
  expect<T>("bfe" + integer_type<T>() + " d, a, b, c;", triples(integers<T>(), places, places),
            [](T a, u32 position, u32 length) {
              position &= 0xff;
              length &= 0xff;
              if (length == 0) return T(0);
              bool const sign = std::is_signed_v<T> && bit(a, std::min(position + length - 1, width<T> - 1));
              return word<T>(
                  [=](unsigned k) { return k < length && position + k < width<T> ? bit(a, position + k) : sign; });
            });
  if constexpr (!std::is_signed_v<T>) {
    std::vector<std::tuple<T, T, u32, u32>> cases;
    for (auto const& [a, b, position] : triples(few_integers<T>(), few_integers<T>(), places)) {
      for (u32 const length : places) cases.push_back({a, b, position, length});
    }
    expect<T>("bfi" + bits_type<T>() + " d, a, b, c, e;", cases, [](T a, T b, u32 position, u32 length) {
      position &= 0xff;
      length &= 0xff;
      return word<T>(
          [=](unsigned k) { return k >= position && k < position + length ? bit(a, k - position) : bit(b, k); });
    });
  }
}

u32 byte(u64 bytes, u32 k) { return u32(bytes >> (8 * (k % 8)) & 0xff); }

// The bytes of the modes of prmt, as the manual's table has them: for each selector the numbers for
// d3, d2, d1, d0.
struct permutation {
  char const* mode;
  u32 bytes[4][4];
};
constexpr permutation permutations[] = {
    {"f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}},
    {"b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}}},
    {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
    {"ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}}},
    {"ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}}},
    {"rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}},
};

}  // namespace

TEST_CASE("bits: logic") {
  test_logic<u16>();
  test_logic<u32>();
  test_logic<u64>();
}

TEST_CASE("bits: shifts at and past the width") {
  test_shifts<u16>();
  test_shifts<u32>();
  test_shifts<u64>();
}

TEST_CASE("bits: funnel shifts") {
  auto const cases = triples(few_integers<u32>(), few_integers<u32>(), distances());
  for (bool const clamps : {false, true}) {
    std::string const mode = clamps ? "clamp" : "wrap";
    auto const moved = [=](u32 n) { return clamps ? std::min(n, 32u) : n % 32; };
    expect<u32>("shf.l." + mode + ".b32 d, a, b, c;", cases, [=](u32 low, u32 high, u32 n) {
      u64 const both = u64{high} << 32 | low;
      return word<u32>([=](unsigned k) { return bit(both, k + 32 - moved(n)); });
    });
    expect<u32>("shf.r." + mode + ".b32 d, a, b, c;", cases, [=](u32 low, u32 high, u32 n) {
      u64 const both = u64{high} << 32 | low;
      return word<u32>([=](unsigned k) { return bit(both, k + moved(n)); });
    });
  }
}

TEST_CASE("bits: counts") {
  test_counts<u32>();
  test_counts<u64>();
  test_highest_bit<u32>();
  test_highest_bit<i32>();
  test_highest_bit<u64>();
  test_highest_bit<i64>();
}

TEST_CASE("bits: the n-th set bit") {
  std::vector<u32> const bases = {0, 1, 7, 16, 30, 31};
  std::vector<i32> const numbers = {0, 1, 2, 3, 8, 32, 33, -1, -2, -9, -32, INT32_MIN};
  expect<u32>("fns.b32 d, a, b, c;", triples(integers<u32>(), bases, numbers), [](u32 mask, u32 base, i32 n) {
    std::vector<u32> places;  // of set bits, from the base on
    if (n >= 0) {
      for (u32 k = base; k < 32; ++k)
        if (bit(mask, k)) places.push_back(k);
    } else {
      for (u32 k = base + 1; k-- > 0;)
        if (bit(mask, k)) places.push_back(k);
    }
    if (n == 0) return bit(mask, base) ? base : ~0u;
    u64 const number = n > 0 ? u64(n) : u64(-i64{n});
    return number <= places.size() ? places[number - 1] : ~0u;
  });
}

TEST_CASE("bits: fields") {
  test_fields<u32>();
  test_fields<i32>();
  test_fields<u64>();
  test_fields<i64>();
}

TEST_CASE("bits: masks and widened bits") {
  auto const two = pairs(distances(), distances());
  expect<u32>("bmsk.clamp.b32 d, a, b;", two, [](u32 position, u32 length) {
    return word<u32>([=](unsigned k) { return k >= position && u64{k} < u64{position} + length; });
  });
  expect<u32>("bmsk.wrap.b32 d, a, b;", two, [](u32 position, u32 length) {
    return word<u32>([=](unsigned k) { return k >= position % 32 && k < position % 32 + length % 32; });
  });
  for (bool const wraps : {false, true}) {
    std::string const mode = wraps ? "wrap" : "clamp";
    auto const count = [=](u32 length) { return wraps ? length % 32 : std::min(length, 32u); };
    expect<u32>("szext." + mode + ".u32 d, a, b;", pairs(integers<u32>(), distances()), [=](u32 a, u32 length) {
      return word<u32>([=](unsigned k) { return k < count(length) && bit(a, k); });
    });
    expect<i32>("szext." + mode + ".s32 d, a, b;", pairs(integers<i32>(), distances()), [=](i32 a, u32 length) {
      u32 const n = count(length);
      return i32(word<u32>([=](unsigned k) { return n > 0 && bit(a, std::min(k, n - 1)); }));
    });
  }
}

TEST_CASE("bits: permutations of bytes") {
  std::vector<u32> const selectors = {0,      0x3210, 0x7654,     0x0123, 0x4567, 0xba98, 0xfedc,
                                      0x8080, 0x1f2e, 0xffff7531, 1,      2,      3};
  expect<u32>("prmt.b32 d, a, b, c;", triples(few_integers<u32>(), integers<u32>(), selectors),
              [](u32 a, u32 b, u32 c) {
                u64 const bytes = u64{b} << 32 | a;
                u32 result = 0;
                for (u32 k = 0; k < 4; ++k) {
                  u32 const nibble = c >> (4 * k) & 15, chosen = byte(bytes, nibble & 7);
                  u32 const sign = chosen >= 128 ? 255 : 0;
                  result += (nibble >= 8 ? sign : chosen) << (8 * k);
                }
                return result;
              });
  for (permutation const& p : permutations) {
    expect<u32>(std::string("prmt.b32.") + p.mode + " d, a, b, c;",
                triples(few_integers<u32>(), few_integers<u32>(), std::vector<u32>{0, 1, 2, 3, 4, 7, ~0u}),
                [&](u32 a, u32 b, u32 c) {
                  u32 result = 0;
                  for (u32 const k : p.bytes[c % 4]) result = result << 8 | byte(u64{b} << 32 | a, k);
                  return result;
                });
  }
}

TEST_CASE("bits: all 256 tables of three bits") {
  auto const cases = triples(few_integers<u32>(), few_integers<u32>(), few_integers<u32>());
  for (u32 table = 0; table < 256; ++table) {
    expect<u32>("lop3.b32 d, a, b, c, " + std::to_string(table) + ";", cases, [=](u32 a, u32 b, u32 c) {
      return word<u32>([=](unsigned k) { return bit(table, 4u * bit(a, k) + 2u * bit(b, k) + bit(c, k)); });
    });
  }
}

TEST_CASE("bits: three bits, with a predicate") {
  // 0x80: a & b & c. The predicate says whether the word is not zero, combined with another one.
  auto const cases = triples(few_integers<u32>(), few_integers<u32>(), few_integers<u32>());
  for (bool const other : {false, true}) {
    std::string const given = std::string("setp.eq.u32 q, 0, ") + (other ? "0; " : "1; ");
    expect<u32>(given + "lop3.or.b32 t|p, a, b, c, 0x80, q; selp.u32 d, 1, 0, p;", cases,
                [=](u32 a, u32 b, u32 c) { return u32((a & b & c) != 0 || other); });
    expect<u32>(given + "lop3.and.b32 _|p, a, b, c, 0x80, q; selp.u32 d, 1, 0, p;", cases,
                [=](u32 a, u32 b, u32 c) { return u32((a & b & c) != 0 && other); });
    expect<u32>(given + "lop3.or.b32 d|_, a, b, c, 0x80, q;", cases,
                [](u32 a, u32 b, u32 c) { return a & b & c; });
  }
}
