// The searches of sequence_searches.cpp on several threads, with functors that throw, on strings,
// and with a hit at each index of a few tiles.
#include <thrum/adjacent_find.h>
#include <thrum/equal.h>
#include <thrum/find.h>
#include <thrum/is_heap.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/mismatch.h>
#include <thrum/search.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include "refusals.h"

#if defined(THRUM_WITH_TBB)
#include "meeting.h"

TEST_CASE_TEMPLATE("searches for sequences are parallel", S, BOTH) {
  std::ptrdiff_t const n = many;
  std::vector<int> ascending(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) ascending[static_cast<std::size_t>(i)] = static_cast<int>(i);
  auto const v = vector_of<S>(ascending);
  typename S::template vector<int> const ones(n, 1), three(3, -1);
  auto const same = attending{[](int x, int y) { return x == y; }};
  auto const before = attending{[](int x, int y) { return x < y; }};
  CHECK(S::meets(thrum::adjacent_find, v.begin(), v.end(), same));
  CHECK(S::meets(thrum::search, v.begin(), v.end(), three.begin(), three.end(), same));
  CHECK(S::meets(thrum::search, ones.begin(), ones.end(), v.begin(), v.begin() + n / 2, same));
  CHECK(S::meets(thrum::search, ones.begin(), ones.end(), ones.begin(), ones.end(), same));
  CHECK(S::meets(thrum::find_end, v.begin(), v.end(), three.begin(), three.end(), same));
  CHECK(S::meets(thrum::find_end, ones.begin(), ones.end(), ones.begin(), ones.end() - 1, same));
  CHECK(S::meets(thrum::find_first_of, v.begin(), v.end(), three.begin(), three.end(), same));
  CHECK(S::meets(thrum::is_heap, ones.begin(), ones.end(), before));
  CHECK(S::meets(thrum::is_heap_until, ones.begin(), ones.end(), before));
  CHECK(S::meets(thrum::lexicographical_compare, v.begin(), v.end(), v.begin(), v.end(), before));
  // Short runs, long runs, and a run of nearly all elements.
  for (std::ptrdiff_t const count : {std::ptrdiff_t{3}, std::ptrdiff_t{5'000}, n / 10, n - 10}) {
    CAPTURE(count);
    CHECK(S::meets(thrum::search_n, ones.begin(), ones.end(), count, 1, same));
  }
}
#endif

TEST_CASE_TEMPLATE("exceptions of searches for sequences", S, HOST_BACKENDS) {
  {
    auto const v = elements<S>(true);
    counted_vector<S> const poisoned(refused_n, counted(poison)), descending(v.rbegin(), v.rend());
    std::vector<counted> const ends{counted(-1), counted(-2)};
    check_refused<S>(thrum::adjacent_find, v.begin(), v.end(), throwing_equal{});
    check_refused<S>(thrum::search, v.begin(), v.end(), ends.begin(), ends.end(), throwing_equal{});
    check_refused<S>(thrum::find_end, v.begin(), v.end(), ends.begin(), ends.end(), throwing_equal{});
    check_refused<S>(thrum::find_first_of, v.begin(), v.end(), ends.begin(), ends.end(), throwing_equal{});
    check_refused<S>(thrum::search_n, v.begin(), v.end(), 1, counted(-1), throwing_equal{});
    check_refused<S>(thrum::search_n, poisoned.begin(), poisoned.end(), 1'000, counted(poison), throwing_equal{});
    check_refused<S>(thrum::is_heap, descending.begin(), descending.end(), throwing_less{});
    check_refused<S>(thrum::is_heap_until, descending.begin(), descending.end(), throwing_less{});
    check_refused<S>(thrum::lexicographical_compare, v.begin(), v.end(), v.begin(), v.end(), throwing_less{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("searches of strings", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int i = 0; i < 10'000; ++i) v.push_back("a rather long string, number " + std::to_string(i / 2));
  std::vector<std::string> const pattern(v.begin() + 9'001, v.begin() + 9'004);
  CHECK(S::run(thrum::search, v.begin(), v.end(), pattern.begin(), pattern.end()) - v.begin() == 9'001);
  CHECK(S::run(thrum::find_end, v.begin(), v.end(), pattern.begin(), pattern.end()) - v.begin() == 9'001);
  CHECK(S::run(thrum::find_first_of, v.begin(), v.end(), pattern.begin(), pattern.end()) - v.begin() == 9'000);
  CHECK(S::run(thrum::adjacent_find, v.begin() + 1, v.end()) - v.begin() == 2);
  CHECK(S::run(thrum::search_n, v.begin(), v.end(), 2, v[9'001]) - v.begin() == 9'000);
  CHECK(S::run(thrum::lexicographical_compare, v.begin(), v.end() - 1, v.begin(), v.end()));
  std::make_heap(v.begin(), v.end());
  CHECK(S::run(thrum::is_heap, v.begin(), v.end()));
}

/// Equal elements may differ in their bytes.
struct annotated {
  int key, note;
  friend bool operator==(annotated const& a, annotated const& b) { return a.key == b.key; }
};

TEST_CASE_TEMPLATE("elements that are larger than a task compares at once", S, HOST_BACKENDS) {
  std::vector<std::array<char, 70'000>> a(3), b(3);
  for (auto* const v : {&a, &b}) {
    for (auto& element : *v) element.fill('a');
  }
  CHECK(S::run(thrum::equal, a.begin(), a.end(), b.begin()));
  b[2].back() = 'b';
  CHECK(S::run(thrum::mismatch, a.begin(), a.end(), b.begin()).first - a.begin() == 2);
}

TEST_CASE_TEMPLATE("a hit at each place", S, HOST_BACKENDS) {
  int const n = 1'400;
  std::vector<double> numbers(n, 1);
  std::vector<std::int8_t> bytes(n, 1);
  std::vector<annotated> a, b;
  for (int i = 0; i < n; ++i) {
    a.push_back({1, i});
    b.push_back({1, i < n / 2 ? i : -i});
  }
  CHECK(S::run(thrum::equal, a.begin(), a.end(), b.begin()));
  std::vector<double> const pattern{2, 1, 2};
  int wrong = 0;
  for (int at = 0; at < n - 2; ++at) {
    auto const i = static_cast<std::size_t>(at);
    numbers[i] = numbers[i + 2] = numbers[n - 1] = 2;
    bytes[i] = bytes[n - 1] = 2;
    b[i].key = 2;
    wrong += S::run(thrum::find, numbers.begin(), numbers.end(), 2) - numbers.begin() != at;
    wrong +=
        S::run(thrum::search, numbers.begin(), numbers.end(), pattern.begin(), pattern.end()) - numbers.begin() !=
        at;
    wrong += S::run(thrum::find, bytes.begin(), bytes.end(), 2) - bytes.begin() != at;
    wrong += S::run(thrum::mismatch, a.begin(), a.end(), b.begin()).first - a.begin() != at;
    numbers[i] = numbers[i + 2] = bytes[i] = 1;
    b[i].key = 1;
  }
  for (int at = n; at-- > 0;) {  // and at all places after it
    bytes[static_cast<std::size_t>(at)] = 2;
    wrong += S::run(thrum::find, bytes.begin(), bytes.end(), 2) - bytes.begin() != at;
  }
  CHECK(wrong == 0);
}
