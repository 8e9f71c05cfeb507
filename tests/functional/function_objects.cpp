// The function objects, with and without a type, at compile time.
#include <doctest/doctest.h>
#include <thrum/functional.h>
#include <cstdint>
#include <string>
#include <type_traits>

namespace {

static_assert(thrum::plus<int>{}(2, 3) == 5 && thrum::plus<>{}(2, 3.5) == 5.5);
static_assert(thrum::minus<int>{}(2, 3) == -1 && thrum::minus<>{}(2, 3.5) == -1.5);
static_assert(thrum::multiplies<int>{}(2, 3) == 6 && thrum::multiplies<>{}(2, 3.5) == 7.0);
static_assert(thrum::divides<int>{}(7, 2) == 3 && thrum::divides<>{}(7, 2.0) == 3.5);
static_assert(thrum::modulus<int>{}(7, 4) == 3 && thrum::modulus<>{}(7, 4L) == 3);
static_assert(thrum::negate<int>{}(7) == -7 && thrum::negate<>{}(7.5) == -7.5);
static_assert(thrum::square<int>{}(-7) == 49 && thrum::square<>{}(1.5) == 2.25);
static_assert(thrum::bit_and<int>{}(12, 10) == 8 && thrum::bit_and<>{}(12, 10) == 8);
static_assert(thrum::bit_or<int>{}(12, 10) == 14 && thrum::bit_or<>{}(12, 10) == 14);
static_assert(thrum::bit_xor<int>{}(12, 10) == 6 && thrum::bit_xor<>{}(12, 10) == 6);
static_assert(thrum::bit_not<int>{}(0) == -1 && thrum::bit_not<>{}(5U) == ~5U);

static_assert(thrum::equal_to<int>{}(2, 2) && !thrum::equal_to<>{}(2, 2.5));
static_assert(thrum::not_equal_to<int>{}(2, 3) && !thrum::not_equal_to<>{}(2, 2.0));
static_assert(thrum::less<int>{}(2, 3) && !thrum::less<>{}(2, 2));
static_assert(thrum::less_equal<int>{}(2, 2) && !thrum::less_equal<>{}(3, 2));
static_assert(thrum::greater<int>{}(3, 2) && !thrum::greater<>{}(2, 2));
static_assert(thrum::greater_equal<int>{}(2, 2) && !thrum::greater_equal<>{}(2, 3));
static_assert(thrum::logical_and<bool>{}(true, true) && !thrum::logical_and<>{}(1, 0));
static_assert(thrum::logical_or<bool>{}(false, true) && !thrum::logical_or<>{}(0, 0));
static_assert(thrum::logical_not<bool>{}(false) && !thrum::logical_not<>{}(1));

static_assert(thrum::identity<int>{}(4) == 4 && thrum::identity<>{}('c') == 'c');
static_assert(thrum::maximum<int>{}(2, 3) == 3 && thrum::maximum<>{}(2.5, 1) == 2.5);
static_assert(thrum::minimum<int>{}(2, 3) == 2 && thrum::minimum<>{}(2.5, 1) == 1.0);
static_assert(thrum::project1st<int, char>{}(2, 'a') == 2 && thrum::project1st<>{}(2, 'a') == 2);
static_assert(thrum::project2nd<int, char>{}(2, 'a') == 'a' && thrum::project2nd<>{}(2, 'a') == 'a');
static_assert(thrum::not_fn(thrum::less<>{})(3, 2) && !thrum::not_fn(thrum::logical_not<>{})(false));

// A function object with a type returns that type; without a type it returns what the operator
// returns.
static_assert(std::is_same_v<decltype(thrum::plus<std::int8_t>{}(1, 2)), std::int8_t>);
static_assert(std::is_same_v<decltype(thrum::plus<>{}(std::int8_t{1}, std::int8_t{2})), int>);
static_assert(thrum::plus<std::int8_t>{}(127, 1) == -128);

// A comparison without a type accepts every type that has the operator, and reports types without
// it.
struct incomparable {};
static_assert(!std::is_invocable_v<thrum::less<>, incomparable, incomparable>);
static_assert(!std::is_invocable_v<thrum::plus<>, incomparable, int>);

/// Callable only when it is not const.
struct every_second {
  int calls = 0;
  constexpr bool operator()(int) { return ++calls % 2 == 0; }
};
constexpr bool not_fn_keeps_state() {
  auto f = thrum::not_fn(every_second{});
  bool const first = f(0), second = f(0);
  return first && !second;
}
static_assert(not_fn_keeps_state());
static_assert(!std::is_invocable_v<thrum::not_fn_t<every_second> const&, int>);

static_assert(thrum::not1(thrum::logical_not<bool>{})(true) && thrum::not2(thrum::less<int>{})(3, 2));
static_assert(std::is_same_v<thrum::unary_function<int, bool>::argument_type, int>);
static_assert(std::is_same_v<thrum::binary_function<int, char, bool>::second_argument_type, char>);

// Numbers of two types: no compiler warns here.
static_assert(thrum::plus<>{}(1, 2.5F) == 3.5F && thrum::multiplies<>{}(2.5F, 2) == 5);
static_assert(thrum::equal_to<>{}(-1, ~0U) && !thrum::not_equal_to<>{}(1UL, 1) && !thrum::less<>{}(-1, 1U));
static_assert(thrum::greater<>{}(-1, 1U) && thrum::less_equal<>{}(16'777'217, 16'777'216.F));
static_assert(thrum::greater_equal<>{}(2.5F, 2) && thrum::equal_to<>{}(std::int8_t{-1}, std::int16_t{-1}));
static_assert(thrum::maximum<>{}(1, 2.5F) == 2.5F && thrum::minimum<>{}(1, 2.5F) == 1);
static_assert(std::is_same_v<decltype(thrum::plus<>{}('a', 2.5F)), float>);

using namespace thrum::placeholders;
static_assert((_1 + _2 * 3)(1, 2) == 7 && (2 - _1)(1.5) == 0.5 && (_2 / _1)(2.0, 3.0) == 1.5 && (_1 % 5)(7) == 2);
static_assert((_1 == _2)(1, 1) && (_1 != 2)(1) && (_1 < _2)(1, 2) && (3 <= _1)(3) && (_1 > 0)(1) && (_1 >= _1)(1));
static_assert((_1 && _2)(true, 1) && (_1 || _2)(0, 1) && !(!_1)(true));
static_assert((_1 & 6)(3) == 2 && (_1 | 6)(3) == 7 && (_1 ^ 6)(3) == 5 && (~_1)(0) == -1);
static_assert((_1 << 2)(1) == 4 && (_1 >> _2)(8, 3) == 1 && (-_1)(3) == -3 && (+_1)('a') == 97);
static_assert((_3)(1, 2, 3) == 3 && (_4 + _5 + _6 + _7 + _8 + _9 + _10)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 49);
static_assert(!std::is_invocable_v<decltype(_2), int>);
static_assert(!std::is_invocable_v<decltype(_1 + _2), incomparable, int>);
constexpr int assigned() {
  int x = 10, y = 3;
  (_1 = _2)(x, y);            // 3
  (_1 += 4)(x);               // 7
  (_1 -= 0.5)(x);             // 6
  (_1 *= _2)(x, y);           // 18
  (_1 /= 4)(x);               // 4
  (_1 <<= 3)(x);              // 32
  (_1 >>= 1)(x);              // 16
  (_1 |= 5)(x);               // 21
  (_1 &= 7)(x);               // 5
  (_1 ^= 2)(x);               // 7
  (_1 %= 4)(x);               // 3
  (++_1)(x);                  // 4
  (_1++)(x);                  // 5
  int const old = (_1--)(x);  // 4
  (--_1)(x);                  // 3
  return 10 * x + old;
}
static_assert(assigned() == 35);

}  // namespace

TEST_CASE("placeholders take strings, and values of them") {
  std::string text = "a";
  (_1 += "b")(text);
  CHECK(text == "ab");
  CHECK((_1 + _1)(std::string("x")) == "xx");
  CHECK((_1 == "ab")(text));
  CHECK(&_1(text) == &text);
}

TEST_CASE("function objects move what they are given") {
  std::string const long_text(100, 'x');
  std::string text = long_text;
  CHECK(thrum::plus<>{}(std::move(text), std::string("y")) == long_text + "y");
  CHECK(thrum::maximum<std::string>{}("a", "b") == "b");
  CHECK(thrum::minimum<>{}(std::string("a"), std::string("b")) == "a");
  text = long_text;
  std::string const taken = thrum::identity<>{}(std::move(text));
  CHECK(taken == long_text);
  CHECK(&thrum::identity<>{}(taken) == &taken);
  CHECK(&thrum::identity<std::string>{}(taken) == &taken);
}

TEST_CASE("of equal arguments maximum and minimum return the first") {
  struct labelled {
    int value;
    char label;
    bool operator<(labelled const& other) const { return value < other.value; }
  };
  CHECK(thrum::maximum<labelled>{}({1, 'a'}, {1, 'b'}).label == 'a');
  CHECK(thrum::minimum<labelled>{}({1, 'a'}, {1, 'b'}).label == 'a');
  CHECK(thrum::maximum<>{}(labelled{1, 'a'}, labelled{1, 'b'}).label == 'a');
  CHECK(thrum::minimum<>{}(labelled{1, 'a'}, labelled{1, 'b'}).label == 'a');
}
