// nth_element, partial_sort, partial_sort_copy, top_k, top_k_by_key, argmin, argmax.
#include <thrum/extrema.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

/// Compares the last two digits. Callable only when it is not const.
struct by_last_digits {
  int calls = 0;
  THRUM_HD bool operator()(int a, int b) {
    ++calls;
    return a % 100 < b % 100;
  }
};
/// Sizes below and above the threshold up to which a selection sorts, and sizes of several rounds
/// and tiles of compaction.
auto const sizes = [] {
  auto result = sizes_around({4096});
  result.push_back(20'000);
  return result;
}();

/// Inputs that are hard for selections: many distinct values and few, all equal, ascending and
/// descending.
template <class T>
std::vector<std::vector<T>> inputs(std::ptrdiff_t n) {
  std::vector<std::vector<T>> result{random_values<T>(n, -30'000, 30'000), random_values<T>(n, 0, 2),
                                     std::vector<T>(static_cast<std::size_t>(n), T(7))};
  result.push_back(result[0]);
  std::sort(result[3].begin(), result[3].end());
  result.push_back(result[3]);
  std::reverse(result[4].begin(), result[4].end());
  return result;
}

std::vector<std::ptrdiff_t> ranks(std::ptrdiff_t n) {
  std::vector<std::ptrdiff_t> result;
  for (std::ptrdiff_t k : large_sizes({n / 3, 0, 1, n - 1, n})) {
    if (k >= 0 && k <= n && std::find(result.begin(), result.end(), k) == result.end()) result.push_back(k);
  }
  return result;
}

template <class T>
bool same_elements(std::vector<T> a, std::vector<T> b) {
  auto const by_bits = [](T const& x, T const& y) {
    if constexpr (std::is_same_v<T, record>) return x.payload < y.payload;
    else return x < y;
  };
  std::sort(a.begin(), a.end(), by_bits);
  std::sort(b.begin(), b.end(), by_bits);
  return a == b;
}

template <class S, class T, class Less>
void check_selections(std::vector<T> const& host, std::ptrdiff_t k, Less less) {
  auto const n = std::ssize(host);
  CAPTURE(n);
  CAPTURE(k);
  auto sorted = host;
  std::stable_sort(sorted.begin(), sorted.end(), less);
  auto const equal = [&](T const& x, T const& y) { return !less(x, y) && !less(y, x); };

  auto v = vector_of<S>(host);
  S::run(thrum::nth_element, v.begin(), v.begin() + k, v.end(), less);
  auto selected = host_copy(v);
  CHECK(same_elements(selected, host));
  if (k < n) {
    auto const nth = selected.begin() + k;
    CHECK(equal(*nth, sorted[static_cast<std::size_t>(k)]));
    CHECK(std::none_of(selected.begin(), nth, [&](T const& x) { return less(*nth, x); }));
    CHECK(std::none_of(nth, selected.end(), [&](T const& x) { return less(x, *nth); }));
  }

  v = vector_of<S>(host);
  S::run(thrum::partial_sort, v.begin(), v.begin() + k, v.end(), less);
  selected = host_copy(v);
  CHECK(same_elements(selected, host));
  CHECK(std::equal(sorted.begin(), sorted.begin() + k, selected.begin(), equal));

  // The copy is stable, and does not write after its end.
  v = vector_of<S>(host);
  auto out = vector_of<S>(std::vector<T>(static_cast<std::size_t>(k) + 1, T(99)));
  auto const end = S::run(thrum::partial_sort_copy, v.begin(), v.end(), out.begin(), out.begin() + k, less);
  CHECK(end - out.begin() == k);
  auto const copied = host_copy(out);
  CHECK(std::equal(sorted.begin(), sorted.begin() + k, copied.begin()));
  CHECK(copied.back() == T(99));
  CHECK(host_copy(v) == host);
}

template <class S, class T, class Less, class Greater>
void check_top(std::vector<T> const& host, std::ptrdiff_t k, Less less, Greater greater) {
  auto const n = std::ssize(host);
  CAPTURE(n);
  CAPTURE(k);
  std::vector<int> order(host.size());
  std::iota(order.begin(), order.end(), 0);
  auto const values = vector_of<S>(order);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return greater(host[static_cast<std::size_t>(a)], host[static_cast<std::size_t>(b)]);
  });
  order.resize(static_cast<std::size_t>(std::min(n, k)));
  auto const elements_of = [&](std::vector<int> const& places) {
    std::vector<T> result;
    for (int i : places) result.push_back(host[static_cast<std::size_t>(i)]);
    result.push_back(T(99));
    return result;
  };
  auto const v = vector_of<S>(host);
  auto const room = std::vector<T>(order.size() + 1, T(99));
  auto const room_of_values = std::vector<int>(order.size(), -1);
  auto const check = [&](std::vector<int> const& expected, auto... results) {
    auto keys = vector_of<S>(room);
    auto out = vector_of<S>(room_of_values);
    auto const end = S::run(thrum::top_k, v.begin(), v.end(), k, keys.begin(), less, results...);
    CHECK(end - keys.begin() == std::ssize(expected));
    CHECK(host_copy(keys) == elements_of(expected));
    keys = vector_of<S>(room);
    auto const ends = S::run(thrum::top_k_by_key, v.begin(), v.end(), values.begin(), k, keys.begin(), out.begin(),
                             less, results...);
    CHECK(ends.first - keys.begin() == std::ssize(expected));
    CHECK(ends.second - out.begin() == std::ssize(expected));
    CHECK(host_copy(keys) == elements_of(expected));
    CHECK(host_copy(out) == expected);
  };
  check(order);
  check(order, thrum::sorted);
  std::sort(order.begin(), order.end());
  check(order, thrum::unsorted);
}

}  // namespace

TEST_CASE_TEMPLATE("selections of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    for (auto const& host : inputs<int>(n)) {
      for (std::ptrdiff_t const k : ranks(n)) check_selections<S>(host, k, thrum::less<>{});
      check_top<S>(host, n / 2, thrum::less<>{}, thrum::greater<>{});
    }
  }
}
TEST_CASE_TEMPLATE("selections of a large range", S, MAIN_SYSTEMS) {
  auto const n = large_size((std::ptrdiff_t{1} << 20) + 1);
  auto const host = random_patterns<int>(n);
  check_selections<S>(host, n / 2, thrum::less<>{});
  check_top<S>(host, 1000, thrum::less<>{}, thrum::greater<>{});
}
// A device selects by one block, or by many, and looks at digits until one candidate is left.
TEST_CASE_TEMPLATE("selections of numbers around the work of one block", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {32'768, 32'769}) {
    for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, n / 3, n - 1}) {
      check_selections<S>(random_values<int>(n, -30'000, 30'000), k, thrum::less<>{});
    }
    check_selections<S>(std::vector<int>(static_cast<std::size_t>(n), 7), n / 2, thrum::greater<>{});
    check_top<S>(random_values<int>(n, -100, 100), n / 5, thrum::less<>{}, thrum::greater<>{});
  }
  for (std::ptrdiff_t const n : {16'384, 16'385, 50'000}) {
    check_selections<S>(random_values<std::int64_t>(n, -5, 5), n / 2, thrum::less<>{});
    check_selections<S>(random_values<double>(n), n / 7, thrum::greater<>{});
    check_top<S>(random_patterns<std::int64_t>(n), 100, thrum::less<>{}, thrum::greater<>{});
  }
}
TEST_CASE_TEMPLATE("selections by a comparator", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {10, 4097, 20'000}) {
    for (auto const& host : inputs<int>(n)) {
      for (std::ptrdiff_t const k : ranks(n)) check_selections<S>(host, k, by_last_digits{});
    }
  }
}
TEST_CASE_TEMPLATE("the top of records", S, MAIN_SYSTEMS) {
  auto const by_falling = [](record const& a, record const& b) { return b.key < a.key; };
  for (std::ptrdiff_t const n : {1, 100, 10'007, 60'000}) {
    auto const host = random_records(n, 300);
    check_top<S>(host, n / 3, thrum::less<>{}, by_falling);
    check_top<S>(host, n + 5, thrum::less<>{}, by_falling);
  }
}

TEST_CASE_TEMPLATE("NaNs are no extremes while there are numbers", S, MAIN_SYSTEMS) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (std::ptrdiff_t const n : {20, 40'000}) {
    auto host = random_values<double>(n);
    for (std::size_t i = 0; i < host.size(); i += 2) host[i] = i % 3 == 0 ? nan : -nan;
    std::vector<double> numbers;
    std::copy_if(host.begin(), host.end(), std::back_inserter(numbers), [](double x) { return !std::isnan(x); });
    std::sort(numbers.begin(), numbers.end());
    auto v = vector_of<S>(host);
    auto out = vector_of<S>(host);
    S::run(thrum::top_k, v.begin(), v.end(), n, out.begin());
    auto const top = host_copy(out);
    CHECK(std::equal(numbers.rbegin(), numbers.rend(), top.begin()));
    CHECK(std::all_of(top.begin() + std::ssize(numbers), top.end(), [](double x) { return std::isnan(x); }));
    CHECK(S::run(thrum::argmax, v.begin(), v.end()).value == numbers.back());
    CHECK(S::run(thrum::argmin, v.begin(), v.end()).value == numbers.front());
    S::run(thrum::nth_element, v.begin(), v.begin() + std::ssize(numbers) - 1, v.end());
    CHECK(host_copy(v)[numbers.size() - 1] == numbers.back());
  }
}

TEST_CASE_TEMPLATE("argmin and argmax are the first of the extreme elements", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({16'384})) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -50, 50);
    auto const v = vector_of<S>(host);
    auto const check = [&](auto result, auto expected) {
      if (n == 0) {
        CHECK(result.index == -1);
        CHECK(result.value == 0);
      } else {
        CHECK(result.index == expected - host.begin());
        CHECK(result.value == *expected);
      }
    };
    check(S::run(thrum::argmin, v.begin(), v.end()), std::min_element(host.begin(), host.end()));
    check(S::run(thrum::argmax, v.begin(), v.end()), std::max_element(host.begin(), host.end()));
    check(S::run(thrum::argmax, v.begin(), v.end(), by_last_digits{}),
          std::max_element(host.begin(), host.end(), by_last_digits{}));
  }
  auto const records = vector_of<S>(random_records(30'000, 50));
  CHECK(S::run(thrum::argmax, records.begin(), records.end()).value.key == 49);
}

TEST_CASE_TEMPLATE("selections inside a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const rows = 40, columns = 100, k = 7;
  auto const host = random_values<int>(rows * columns, 0, 300);
  auto v = vector_of<S>(host);
  auto top = vector_of<S>(std::vector<int>(static_cast<std::size_t>(rows * k)));
  int* const first = thrum::detail::unwrap(v.begin());
  int* const out = thrum::detail::unwrap(top.begin());
  S::run(
      thrum::for_each, thrum::counting_iterator<int>(0), thrum::counting_iterator<int>(rows), THRUM_LAMBDA(int r) {
        int* const row = first + r * columns;
        thrum::top_k(thrum::seq, row, row + columns, k, out + r * k);
        thrum::partial_sort(thrum::seq, row, row + k, row + columns);
      });
  auto const sorted = host_copy(v), tops = host_copy(top);
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    std::vector<int> row(host.begin() + r * columns, host.begin() + (r + 1) * columns);
    std::sort(row.begin(), row.end());
    CHECK(std::equal(row.begin(), row.begin() + k, sorted.begin() + r * columns));
    CHECK(std::equal(row.rbegin(), row.rbegin() + k, tops.begin() + r * k));
  }
}
