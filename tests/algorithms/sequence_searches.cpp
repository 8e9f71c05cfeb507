// adjacent_find, search, find_end, search_n, find_first_of, is_heap, is_heap_until, lexicographical_compare.
#include <thrum/adjacent_find.h>
#include <thrum/functional.h>
#include <thrum/is_heap.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/search.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 8192, 65536});

/// Callable only when it is not const.
struct same_modulo_1000 {
  THRUM_HD bool operator()(int a, int b) { return a % 1000 == b % 1000; }
};
struct greater_by_key {
  THRUM_HD bool operator()(record const& a, record const& b) { return a.key > b.key; }
};

template <class S, class T>
void check_adjacent_find() {
  for (std::ptrdiff_t const n : sizes) {
    for (std::ptrdiff_t const at : {std::ptrdiff_t{0}, std::ptrdiff_t{63}, std::ptrdiff_t{4095}, n - 2, n}) {
      CAPTURE(n);
      CAPTURE(at);
      std::vector<T> host;
      for (std::ptrdiff_t i = 0; i < n; ++i) host.push_back(T(static_cast<int>(i % 100)));
      if (at >= 0 && at + 1 < n) host[static_cast<std::size_t>(at) + 1] = host[static_cast<std::size_t>(at)];
      auto const v = vector_of<S>(host);
      CHECK(S::run(thrum::adjacent_find, v.begin(), v.end()) - v.begin() ==
            std::adjacent_find(host.begin(), host.end()) - host.begin());
    }
  }
}

/// Returns sequences of few distinct elements, in which a match begins at many places.
template <class S, class T>
void check_search(std::ptrdiff_t n, std::vector<T> const& pattern, std::vector<std::ptrdiff_t> const& places) {
  CAPTURE(n);
  CAPTURE(pattern.size());
  auto host = random_values<T>(n, 0, 1);
  for (std::ptrdiff_t const at : places) {
    if (at < 0 || at + static_cast<std::ptrdiff_t>(pattern.size()) > n) continue;
    std::copy(pattern.begin(), pattern.end(), host.begin() + at);
  }
  auto const v = vector_of<S>(host), p = vector_of<S>(pattern);
  CHECK(S::run(thrum::search, v.begin(), v.end(), p.begin(), p.end()) - v.begin() ==
        std::search(host.begin(), host.end(), pattern.begin(), pattern.end()) - host.begin());
  CHECK(S::run(thrum::find_end, v.begin(), v.end(), p.begin(), p.end()) - v.begin() ==
        std::find_end(host.begin(), host.end(), pattern.begin(), pattern.end()) - host.begin());
  CHECK(S::run(thrum::find_first_of, v.begin(), v.end(), p.begin(), p.end()) - v.begin() ==
        std::find_first_of(host.begin(), host.end(), pattern.begin(), pattern.end()) - host.begin());
}

template <class S, class T>
void check_searches() {
  for (std::ptrdiff_t const n : sizes) {
    for (std::ptrdiff_t const length : {0, 1, 2, 5, 70}) {
      auto pattern = random_values<T>(length, 0, 1, 7);
      check_search<S>(n, pattern, {});
      if (!pattern.empty()) pattern.back() = T(2);
      check_search<S>(n, pattern, {});
      check_search<S>(n, pattern, {n / 3, 4090, n - length});
    }
  }
  // The pattern is nearly as long as the range.
  auto const pattern = random_values<T>(5'000, 0, 1, 7);
  for (std::ptrdiff_t const n : {5'000, 5'007, 5'015, 5'016}) {
    check_search<S>(n, pattern, {});
    check_search<S>(n, pattern, {n - 5'000});
  }
}

template <class S, class T>
void check_search_n() {
  for (std::ptrdiff_t const n : {0, 1, 2, 100, 4097, 66'000}) {
    for (std::ptrdiff_t const count : {-1, 0, 1, 2, 7, 63, 64, 300, 5'000, 60'000}) {
      // A run that is one element too short, then one that is long enough, at different places; no
      // run; and one run of all elements.
      for (std::ptrdiff_t const at : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 2, n - count}) {
        for (std::ptrdiff_t const length : {count - 1, count, count + 3}) {
          CAPTURE(n);
          CAPTURE(count);
          CAPTURE(at);
          CAPTURE(length);
          std::vector<T> host(static_cast<std::size_t>(n), T(1));
          for (std::ptrdiff_t i = at; i < at + length; ++i) {
            if (i >= 0 && i < n) host[static_cast<std::size_t>(i)] = T(5);
          }
          auto const v = vector_of<S>(host);
          CHECK(S::run(thrum::search_n, v.begin(), v.end(), count, T(5)) - v.begin() ==
                std::search_n(host.begin(), host.end(), count, T(5)) - host.begin());
        }
      }
    }
  }
}

template <class S, class T>
void check_is_heap() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto host = random_values<T>(n, 0, 100);
    std::make_heap(host.begin(), host.end());
    auto v = vector_of<S>(host);
    CHECK(S::run(thrum::is_heap, v.begin(), v.end()));
    CHECK(S::run(thrum::is_heap_until, v.begin(), v.end()) == v.end());
    for (std::ptrdiff_t const at : {std::ptrdiff_t{1}, std::ptrdiff_t{2}, n / 2, std::ptrdiff_t{4097}, n - 1}) {
      if (at < 1 || at >= n) continue;
      auto broken = host;
      broken[static_cast<std::size_t>(at)] = T(120);
      v = vector_of<S>(broken);
      CHECK(!S::run(thrum::is_heap, v.begin(), v.end()));
      CHECK(S::run(thrum::is_heap_until, v.begin(), v.end()) - v.begin() == at);
    }
  }
}

template <class S, class T>
void check_compare(std::vector<T> const& a, std::vector<T> const& b) {
  auto const v = vector_of<S>(a), w = vector_of<S>(b);
  CHECK(S::run(thrum::lexicographical_compare, v.begin(), v.end(), w.begin(), w.end()) ==
        std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
}

template <class S, class T>
void check_lexicographical_compare() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const a = random_values<T>(n, 0, 100);
    check_compare<S>(a, a);
    auto b = a;
    b.push_back(T(0));
    check_compare<S>(a, b);
    check_compare<S>(b, a);
    for (std::ptrdiff_t const at : {std::ptrdiff_t{0}, n / 2, n - 1}) {
      if (at < 0 || at >= n) continue;
      b = a;
      b[static_cast<std::size_t>(at)] = T(110);
      check_compare<S>(a, b);
      check_compare<S>(b, a);
      b.resize(static_cast<std::size_t>(at) + 1);
      check_compare<S>(a, b);
      check_compare<S>(b, a);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("adjacent_find", S, ALL_SYSTEMS) { check_adjacent_find<S, int>(); }
TEST_CASE_TEMPLATE("adjacent_find of records", S, MAIN_SYSTEMS) { check_adjacent_find<S, record>(); }
TEST_CASE_TEMPLATE("search, find_end, find_first_of", S, ALL_SYSTEMS) { check_searches<S, int>(); }
TEST_CASE_TEMPLATE("search, find_end, find_first_of of int8", S, MORE_SYSTEMS) {
  check_searches<S, std::int8_t>();
}
TEST_CASE_TEMPLATE("search_n", S, ALL_SYSTEMS) { check_search_n<S, int>(); }
TEST_CASE_TEMPLATE("search_n of records", S, MAIN_SYSTEMS) { check_search_n<S, record>(); }
TEST_CASE_TEMPLATE("is_heap", S, ALL_SYSTEMS) { check_is_heap<S, int>(); }
TEST_CASE_TEMPLATE("is_heap of double", S, MORE_SYSTEMS) { check_is_heap<S, double>(); }
TEST_CASE_TEMPLATE("lexicographical_compare", S, ALL_SYSTEMS) { check_lexicographical_compare<S, int>(); }

TEST_CASE_TEMPLATE("searches by functors", S, ALL_SYSTEMS) {
  std::vector<int> host(20'000);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>(i);
  auto const v = vector_of<S>(host), pattern = vector_of<S>(std::vector<int>{1'998, 1'999, 2'000});
  same_modulo_1000 const same;
  CHECK(S::run(thrum::search, v.begin(), v.end(), pattern.begin(), pattern.end(), same) - v.begin() == 998);
  CHECK(S::run(thrum::find_end, v.begin(), v.end(), pattern.begin(), pattern.end(), same) - v.begin() == 18'998);
  CHECK(S::run(thrum::find_first_of, v.begin(), v.end(), pattern.begin(), pattern.end(), same) == v.begin());
  CHECK(S::run(thrum::search_n, v.begin(), v.end(), 1, 19'005, same) - v.begin() == 5);
  CHECK(S::run(thrum::search_n, v.begin(), v.end(), 2, 19'005, same) == v.end());
  CHECK(S::run(thrum::search_n, v.begin(), v.end(), ~std::size_t{0}, 0) == v.end());
  CHECK(S::run(thrum::adjacent_find, v.begin(), v.end(), same) == v.end());
  auto const records = vector_of<S>(std::vector<record>{record(1, 5), record(1, 4), record(2, 3), record(1, 2)});
  CHECK(S::run(thrum::is_heap_until, records.begin(), records.end(), greater_by_key{}) == records.end());
  CHECK(S::run(thrum::is_heap_until, records.begin(), records.end()) - records.begin() == 2);
  CHECK(S::run(thrum::lexicographical_compare, records.begin() + 2, records.end(), records.begin(), records.end(),
               greater_by_key{}));
}

TEST_CASE_TEMPLATE("searches of computed elements", S, MAIN_SYSTEMS) {
  auto const first = thrum::make_counting_iterator(std::int64_t{0});
  auto const last = first + (std::int64_t{1} << 33);
  CHECK(S::run(thrum::search, first, last, first + 70'000, first + 70'003) - first == 70'000);
  CHECK(S::run(thrum::find_end, first, last, last - 70'000, last - 69'990) == last - 70'000);
  CHECK(S::run(thrum::find_first_of, first, last, first + 70'001, first + 70'003) - first == 70'001);
  CHECK(S::run(thrum::is_heap_until, first, last) - first == 1);
  CHECK(S::run(thrum::lexicographical_compare, first, last, first + 1, last));
  CHECK(S::run(thrum::search_n, first, last, 1, std::int64_t{70'002}) - first == 70'002);
}
