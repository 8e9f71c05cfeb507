// swap of any objects, of tuples and of pairs; get of a pair. In functors both run wherever the
// policy runs.
#include <thrum/for_each.h>
#include <thrum/pair.h>
#include <thrum/swap.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include "data.h"
#include "policies.h"

namespace {

constexpr int swapped() {
  int a = 1, b = 2;
  thrum::swap(a, b);
  thrum::pair<int, char> p(3, 'p'), q(4, 'q');
  thrum::swap(p, q);
  p.swap(q);
  thrum::swap(p, q);
  thrum::tuple<int, char, double> t(5, 't', 0.5), u(6, 'u', 0.25);
  thrum::swap(t, u);
  thrum::tuple<> none, nothing;
  thrum::swap(none, nothing);
  bool const good = a == 2 && b == 1 && p == thrum::make_pair(4, 'q') && q == thrum::make_pair(3, 'p') &&
                    t == thrum::make_tuple(6, 'u', 0.25) && u == thrum::make_tuple(5, 't', 0.5);
  return good ? 1 : 0;
}
static_assert(swapped() == 1);

template <class A, class B>
concept can_swap = requires(A a, B b) { thrum::swap(static_cast<A>(a), static_cast<B>(b)); };
static_assert(can_swap<int&, int&> && can_swap<int&, long&> && can_swap<std::string&, std::string&>);
static_assert(!can_swap<int const&, int const&> && !can_swap<int, int> && !can_swap<int&, std::string&>);

// get of a pair returns a reference of the same category as the pair.
using pair = thrum::pair<int, std::unique_ptr<char>>;
static_assert(std::is_same_v<decltype(thrum::get<0>(std::declval<pair&>())), int&>);
static_assert(std::is_same_v<decltype(thrum::get<1>(std::declval<pair const&>())), std::unique_ptr<char> const&>);
static_assert(std::is_same_v<decltype(thrum::get<1>(std::declval<pair>())), std::unique_ptr<char>&&>);
static_assert(std::tuple_size_v<pair> == 2 && std::is_same_v<std::tuple_element_t<0, pair const>, int const>);
static_assert(thrum::get<0>(thrum::make_pair(7, 'b')) == 7 && thrum::get<1>(thrum::make_pair(7, 'b')) == 'b');
static_assert(std::is_same_v<thrum::tuple_element<1, pair>::type, std::unique_ptr<char>>);

struct swap_with_next {
  template <class Pair>
  THRUM_HD void operator()(Pair& p) const {
    thrum::get<0>(p) += 1;
    thrum::swap(thrum::get<0>(p), thrum::get<1>(p));
    Pair other(100, 200);
    thrum::swap(p, other);
    auto t = thrum::make_tuple(thrum::get<0>(other), 0);
    auto u = thrum::make_tuple(0, thrum::get<1>(other));
    thrum::swap(t, u);
    thrum::get<0>(p) = thrum::get<0>(u);
    thrum::get<1>(p) = thrum::get<1>(t);
  }
};
struct make_pair_with_double {
  THRUM_HD thrum::pair<int, int> operator()(int x) const { return {x, 2 * x}; }
};
struct sum_of_pair {
  THRUM_HD int operator()(thrum::pair<int, int> const& p) const {
    auto const [a, b] = p;
    return 3 * a + b;
  }
};

/// A type with its own swap.
struct counts_swaps {
  int swaps = 0;
  friend void swap(counts_swaps& a, counts_swaps& b) {
    ++a.swaps;
    ++b.swaps;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("swap and get in functors", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(5000, -1000, 1000);
  auto const v = vector_of<S>(host);
  typename S::template vector<thrum::pair<int, int>> pairs(host.size());
  S::run(thrum::transform, v.begin(), v.end(), pairs.begin(), make_pair_with_double{});
  S::run(thrum::for_each, pairs.begin(), pairs.end(), swap_with_next{});
  typename S::template vector<int> sums(host.size());
  S::run(thrum::transform, pairs.begin(), pairs.end(), sums.begin(), sum_of_pair{});
  std::vector<int> expected(host.size());
  std::transform(host.begin(), host.end(), expected.begin(), [](int x) { return 3 * (2 * x) + x + 1; });
  CHECK(host_copy(sums) == expected);
}

TEST_CASE("swap takes a type's own, else moves") {
  counts_swaps a, b;
  thrum::swap(a, b);
  CHECK(a.swaps == 1);
  CHECK(b.swaps == 1);
  std::string s = "one", t = "two";
  thrum::swap(s, t);
  CHECK(s == "two");
  auto p = std::make_unique<int>(1), q = std::make_unique<int>(2);
  thrum::swap(p, q);
  CHECK(*p == 2);
  CHECK(*q == 1);
  std::vector<int>::iterator i = std::vector<int>::iterator(), j = i;
  thrum::swap(i, j);
  CHECK(i == j);
  // Calls that search the namespaces of their arguments find exactly one swap.
  thrum::pair<int, std::string> x(1, "x"), y(2, "y");
  using std::swap;
  swap(x, y);
  CHECK(x == thrum::pair<int, std::string>(2, "y"));
  thrum::tuple<std::string> m("m"), n("n");
  swap(m, n);
  CHECK(thrum::get<0>(m) == "n");
}

TEST_CASE("swap of references exchanges what they refer to") {
  int a = 1, b = 2, c = 3, d = 4;
  auto t = thrum::tie(a, b), u = thrum::tie(c, d);
  thrum::swap(t, u);
  CHECK(a == 3);
  CHECK(b == 4);
  CHECK(c == 1);
  CHECK(d == 2);
  thrum::device_vector<int> v{1, 2};
  thrum::swap(v[0], v[1]);
  CHECK(v.to_host() == std::vector<int>{2, 1});
}

TEST_CASE("structured bindings of pairs") {
  thrum::pair<int, std::string> p(1, "one");
  auto& [number, text] = p;
  number = 2;
  text = "two";
  CHECK(p.first == 2);
  CHECK(thrum::get<1>(p) == "two");
  std::string const taken = thrum::get<1>(std::move(p));
  CHECK(taken == "two");
}
