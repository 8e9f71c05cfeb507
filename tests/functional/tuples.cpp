// tuple and pair.
#include <doctest/doctest.h>
#include <thrum/pair.h>
#include <thrum/tuple.h>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace {

using thrum::get;
using thrum::make_tuple;
using thrum::tuple;

constexpr tuple<int, char, double> t(1, 'b', 2.5);
static_assert(get<0>(t) == 1 && get<1>(t) == 'b' && get<2>(t) == 2.5);
static_assert(std::is_same_v<decltype(make_tuple(1, 'c')), tuple<int, char>>);
static_assert(std::is_same_v<decltype(tuple(1, 2.0)), tuple<int, double>>);
static_assert(thrum::tuple_size<tuple<int, char, double>>::value == 3 && std::tuple_size_v<tuple<>> == 0);
static_assert(std::is_same_v<thrum::tuple_element<1, tuple<int, char>>::type, char>);
static_assert(std::is_same_v<std::tuple_element_t<1, tuple<int, char&>>, char&>);

static_assert(make_tuple(1, 2) == make_tuple(1, 2L) && make_tuple(1, 2) != make_tuple(1, 3));
static_assert(make_tuple(1, 2) < make_tuple(1, 3) && make_tuple(1, 9) < make_tuple(2, 0));
static_assert(make_tuple(2, 0) > make_tuple(1, 9) && make_tuple(1, 2) <= make_tuple(1, 2));
static_assert(make_tuple(1, 2) >= make_tuple(1, 2) && !(make_tuple(1, 2) < make_tuple(1, 2)));
static_assert(make_tuple() == make_tuple());

static_assert(std::is_trivially_copyable_v<tuple<int, double>>);
static_assert(!std::is_trivially_copyable_v<tuple<int, std::string>>);
static_assert(std::is_default_constructible_v<tuple<int, std::string>>);
static_assert(std::is_convertible_v<tuple<int, int>, tuple<long, double>>);
static_assert(!std::is_convertible_v<tuple<int, int>, tuple<int, std::string>>);
static_assert(!std::is_constructible_v<tuple<int, int>, int>);

constexpr int sum_of_bindings() {
  auto const [a, b, c] = make_tuple(1, 2, 3);
  return a + b + c;
}
static_assert(sum_of_bindings() == 6);

constexpr thrum::pair<int, char> p(1, 'b');
static_assert(p.first == 1 && p.second == 'b');
static_assert(p == thrum::make_pair(1, 'b') && p != thrum::make_pair(2, 'b'));
static_assert(p < thrum::make_pair(1, 'c') && thrum::make_pair(1, 'z') < thrum::make_pair(2, 'a'));
static_assert(thrum::make_pair(2, 'a') > p && p <= p && p >= p);
static_assert(std::is_trivially_copyable_v<thrum::pair<int, double>>);
static_assert(std::is_convertible_v<std::pair<int, int>, thrum::pair<long, int>>);
static_assert(std::is_convertible_v<thrum::pair<int, int>, std::pair<int, int>>);
static_assert(std::is_convertible_v<thrum::pair<int, int>, thrum::pair<double, long>>);

static_assert(p == thrum::make_pair(1L, 'b') && p != thrum::make_pair(2L, 'b') && p < thrum::make_pair(1L, 'c'));
static_assert(p <= thrum::make_pair(1L, 'b') && p > thrum::make_pair(0L, 'z') && p >= thrum::make_pair(1L, 'b'));

static_assert(tuple<int, double>(std::make_tuple(1, 2.5F)) == make_tuple(1, 2.5));
static_assert(std::tuple<int, double>(make_tuple(1, 2.5)) == std::make_tuple(1, 2.5));
static_assert(tuple<long, int>(p) == make_tuple(1, 98));
static_assert(std::is_convertible_v<std::tuple<int, int>, tuple<long, int>>);
static_assert(std::is_convertible_v<tuple<int, int>, std::tuple<int, int>>);
static_assert(std::is_convertible_v<thrum::pair<int, int>, tuple<long, int>>);
static_assert(!std::is_constructible_v<tuple<int, int>, std::tuple<int, std::string>>);

}  // namespace

TEST_CASE("a tie takes what is wanted") {
  int a = 0;
  double b = 0;
  thrum::tie(a, thrum::ignore, b) = thrum::make_tuple(1, std::string("x"), 2.5);
  CHECK((a == 1 && b == 2.5));
  thrum::tie(thrum::ignore, a) = thrum::make_pair(std::string("x"), 3);
  CHECK(a == 3);
}

TEST_CASE("a tuple of references assigns through them") {
  int a = 1;
  std::string s = "one";
  thrum::tie(a, s) = thrum::make_tuple(2, std::string("two"));
  CHECK(a == 2);
  CHECK(s == "two");
  std::unique_ptr<int> owner;
  thrum::tie(a, owner) = thrum::pair<int, std::unique_ptr<int>>(4, std::make_unique<int>(4));
  CHECK((a == 4 && *owner == 4));
  thrum::tie(a, s) = thrum::make_pair(3, std::string("three"));
  CHECK(a == 3);
  CHECK(s == "three");
  int b = 5;
  std::string u = "five";
  thrum::tie(a, s) = thrum::tie(b, u);
  CHECK(a == 5);
  CHECK(s == "five");
  CHECK(u == "five");
  tuple<int, std::string> const copy = thrum::tie(a, s);
  a = 0;
  CHECK(get<0>(copy) == 5);
}

TEST_CASE("tuples move") {
  tuple<int, std::unique_ptr<int>> from(1, std::make_unique<int>(7));
  tuple<int, std::unique_ptr<int>> to = std::move(from);
  CHECK(get<1>(from) == nullptr);
  CHECK(*get<1>(to) == 7);
  std::unique_ptr<int> taken = get<1>(std::move(to));
  CHECK(*taken == 7);
  tuple<std::string> const nested = thrum::make_tuple("text");
  CHECK(get<0>(nested) == "text");
  tuple<tuple<int, int>, int> const deep(make_tuple(1, 2), 3);
  CHECK(get<1>(get<0>(deep)) == 2);
  tuple<tuple<int>> const one(make_tuple(4));
  CHECK(get<0>(get<0>(one)) == 4);
}

TEST_CASE("pairs convert from and to the standard's") {
  thrum::pair<int, std::string> const a = std::make_pair(1, std::string("x"));
  std::pair<int, std::string> const b = a;
  CHECK(b.first == 1);
  CHECK(b.second == "x");
  auto const [n, text] = a;
  CHECK(n == 1);
  CHECK(text == "x");
}
