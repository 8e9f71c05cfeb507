// Comparisons and selections, and the logic of predicates.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

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

// How two operands compare: one of four, of which a comparison accepts some.
enum relation : unsigned { is_less = 1, is_equal = 2, is_greater = 4, is_unordered = 8 };

template <class T>
relation related(T a, T b) {
  if constexpr (std::is_same_v<T, half_bits>)
    return related(half_values().value(a.bits), half_values().value(b.bits));
  else if constexpr (std::is_same_v<T, bfloat_bits>)
    return related(bfloat_values().value(a.bits), bfloat_values().value(b.bits));
  else return a < b ? is_less : a > b ? is_greater : a == b ? is_equal : is_unordered;
}

struct comparison {
  char const* word;
  unsigned accepted;
};
constexpr comparison ordered[] = {{"eq", is_equal},   {"ne", is_less | is_greater},
                                  {"lt", is_less},    {"le", is_less | is_equal},
                                  {"gt", is_greater}, {"ge", is_greater | is_equal}};
constexpr comparison of_unsigned[] = {
    {"lo", is_less}, {"ls", is_less | is_equal}, {"hi", is_greater}, {"hs", is_greater | is_equal}};
constexpr comparison unordered[] = {
    {"equ", is_unordered | is_equal},         {"neu", is_unordered | is_less | is_greater},
    {"ltu", is_unordered | is_less},          {"leu", is_unordered | is_less | is_equal},
    {"gtu", is_unordered | is_greater},       {"geu", is_unordered | is_greater | is_equal},
    {"num", is_less | is_equal | is_greater}, {"nan", is_unordered}};

template <class T>
std::vector<comparison> comparisons() {
  std::vector<comparison> all(std::begin(ordered), std::end(ordered));
  if constexpr (std::is_unsigned_v<T>) all.insert(all.end(), std::begin(of_unsigned), std::end(of_unsigned));
  if constexpr (!std::is_integral_v<T>) all.insert(all.end(), std::begin(unordered), std::end(unordered));
  return all;
}

template <class T>
void test_comparisons(std::vector<T> const& values) {
  auto const two = pairs(values, values);
  for (comparison const& c : comparisons<T>()) {
    std::string const suffix = std::string(".") + c.word;
    auto const holds = [&](T a, T b) { return (related(a, b) & c.accepted) != 0; };
    expect<bool>("setp" + suffix + type<T>() + " d, a, b;", two, holds);
    expect<bool>("setp" + suffix + type<T>() + " p|d, a, b;", two, [&](T a, T b) { return !holds(a, b); });
    expect<u32>("set" + suffix + ".u32" + type<T>() + " d, a, b;", two,
                [&](T a, T b) { return holds(a, b) ? ~0u : 0u; });
    expect<float>("set" + suffix + ".f32" + type<T>() + " d, a, b;", two,
                  [&](T a, T b) { return holds(a, b) ? 1.0f : 0.0f; });
  }
}

// With another predicate: both results are combined with it.
struct combination {
  char const* word;
  bool (*of)(bool, bool);
};
constexpr combination combinations[] = {{"and", [](bool a, bool b) { return a && b; }},
                                        {"or", [](bool a, bool b) { return a || b; }},
                                        {"xor", [](bool a, bool b) { return a != b; }}};

template <class T>
void test_selections() {
  std::string const width = std::to_string(8 * sizeof(T));
  auto const chosen = triples(few_integers<T>(), few_integers<T>(), std::vector<bool>{false, true});
  expect<T>("selp.b" + width + " d, a, b, c;", chosen, [](T a, T b, bool c) { return c ? a : b; });
  expect<T>("selp.u" + width + " d, a, b, !c;", chosen, [](T a, T b, bool c) { return c ? b : a; });
  expect<T>("slct.u" + width + ".s32 d, a, b, c;", triples(few_integers<T>(), few_integers<T>(), integers<i32>()),
            [](T a, T b, i32 c) { return c >= 0 ? a : b; });
  expect<T>("slct.b" + width + ".f32 d, a, b, c;", triples(few_integers<T>(), few_integers<T>(), floats<float>()),
            [](T a, T b, float c) { return c >= 0 ? a : b; });
}

template <class H>
std::vector<H> halves() {
  std::vector<H> values;
  for (unsigned const bits : {0u, 1u, 0x3ffu, 0x3c00u, 0x3f80u, 0x7bffu, 0x7c00u, 0x7f80u, 0x7fffu, 0x8000u,
                              0x8001u, 0xbc00u, 0xff80u}) {
    values.push_back({u16(bits)});
  }
  return values;
}

template <class H>
void test_pairs_of_halves() {
  std::vector<u32> values;
  for (auto const& [a, b] : pairs(halves<H>(), halves<H>())) values.push_back(u32(a.bits) << 16 | b.bits);
  auto const two = pairs(values, values);
  auto const lower = [](u32 x) { return H{u16(x)}; };
  auto const upper = [](u32 x) { return H{u16(x >> 16)}; };
  std::string const pair_type = type<H>() + "x2";
  u32 const one = std::is_same_v<H, half_bits> ? 0x3c00 : 0x3f80;
  for (comparison const& c : {ordered[0], ordered[2], unordered[5]}) {
    auto const holds = [&](H a, H b) { return (related(a, b) & c.accepted) != 0; };
    std::string const suffix = std::string(".") + c.word;
    expect<bool>("setp" + suffix + pair_type + " d|p, a, b;", two,
                 [&](u32 a, u32 b) { return holds(lower(a), lower(b)); });
    expect<bool>("setp" + suffix + pair_type + " p|d, a, b;", two,
                 [&](u32 a, u32 b) { return holds(upper(a), upper(b)); });
    expect<u32>("set" + suffix + pair_type + pair_type + " d, a, b;", two, [&](u32 a, u32 b) {
      return (holds(upper(a), upper(b)) ? one << 16 : 0) | (holds(lower(a), lower(b)) ? one : 0);
    });
    expect<u32>("set" + suffix + ".u32" + pair_type + " d, a, b;", two, [&](u32 a, u32 b) {
      return (holds(upper(a), upper(b)) ? 0xffff0000u : 0) | (holds(lower(a), lower(b)) ? 0xffffu : 0);
    });
  }
}

}  // namespace

TEST_CASE("comparisons: every relation of every type") {
  test_comparisons(integers<u16>());
  test_comparisons(integers<i16>());
  test_comparisons(integers<u32>());
  test_comparisons(integers<i32>());
  test_comparisons(integers<u64>());
  test_comparisons(integers<i64>());
  test_comparisons(floats<float>());
  test_comparisons(floats<double>());
  test_comparisons(halves<half_bits>());
  test_comparisons(halves<bfloat_bits>());
}

TEST_CASE("comparisons: subnormal numbers that are flushed") {
  expect<bool>("setp.lt.ftz.f32 d, a, b;", pairs(floats<float>(), floats<float>()),
               [](float a, float b) { return without_subnormal(a) < without_subnormal(b); });
  expect<bool>("setp.equ.ftz.f32 d, a, b;", pairs(floats<float>(), floats<float>()), [](float a, float b) {
    return std::isnan(a) || std::isnan(b) || without_subnormal(a) == without_subnormal(b);
  });
}

TEST_CASE("comparisons: combined with a predicate") {
  auto const cases = triples(integers<i32>(), few_integers<i32>(), std::vector<bool>{false, true});
  for (combination const& k : combinations) {
    std::string const word = k.word;
    expect<bool>("setp.lt." + word + ".s32 d, a, b, c;", cases,
                 [&](i32 a, i32 b, bool c) { return k.of(a < b, c); });
    expect<bool>("setp.lt." + word + ".s32 p|d, a, b, c;", cases,
                 [&](i32 a, i32 b, bool c) { return k.of(!(a < b), c); });
    expect<bool>("setp.ge." + word + ".s32 d|p, a, b, !c;", cases,
                 [&](i32 a, i32 b, bool c) { return k.of(a >= b, !c); });
    expect<i32>("set.eq." + word + ".s32.s32 d, a, b, c;", cases,
                [&](i32 a, i32 b, bool c) { return k.of(a == b, c) ? -1 : 0; });
  }
}

TEST_CASE("comparisons: pairs of halves") {
  test_pairs_of_halves<half_bits>();
  test_pairs_of_halves<bfloat_bits>();
  expect<half_bits>(
      "set.le.f16.f16 d, a, b;", pairs(halves<half_bits>(), halves<half_bits>()),
      [](half_bits a, half_bits b) { return half_bits{u16(related(a, b) & (is_less | is_equal) ? 0x3c00 : 0)}; });
}

TEST_CASE("selections: by a predicate and by a sign") {
  test_selections<u16>();
  test_selections<u32>();
  test_selections<u64>();
  expect<float>("slct.f32.f32 d, a, b, c;", triples(few_floats<float>(), few_floats<float>(), floats<float>()),
                [](float a, float b, float c) { return c >= 0 ? a : b; });
  expect<u32>("slct.ftz.u32.f32 d, a, b, c;", triples(few_integers<u32>(), few_integers<u32>(), floats<float>()),
              [](u32 a, u32 b, float c) { return without_subnormal(c) >= 0 ? a : b; });
}

TEST_CASE("predicates: logic") {
  std::vector<bool> const both = {false, true};
  auto const two = pairs(both, both);
  expect<bool>("mov.pred d, a;", each(both), [](bool a) { return a; });
  expect<bool>("not.pred d, a;", each(both), [](bool a) { return !a; });
  expect<bool>("and.pred d, a, b;", two, [](bool a, bool b) { return a && b; });
  expect<bool>("or.pred d, a, b;", two, [](bool a, bool b) { return a || b; });
  expect<bool>("xor.pred d, a, !b;", two, [](bool a, bool b) { return a == b; });
}
