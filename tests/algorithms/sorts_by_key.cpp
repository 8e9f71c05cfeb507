// sort_by_key, stable_sort_by_key.
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <algorithm>
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

/// The values are the original indices of the keys, so that their order shows stability.
template <class S, class V, class K, class Sort, class Less>
void check(std::vector<K> const& host_keys, Sort sort, Less less) {
  std::vector<std::size_t> order(host_keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&, less](std::size_t a, std::size_t b) mutable { return less(host_keys[a], host_keys[b]); });
  std::vector<V> host_values, expected_values;
  std::vector<K> expected_keys;
  for (std::size_t i = 0; i < order.size(); ++i) {
    host_values.push_back(V(static_cast<int>(i)));
    expected_values.push_back(V(static_cast<int>(order[i])));
    expected_keys.push_back(host_keys[order[i]]);
  }
  auto keys = vector_of<S>(host_keys);
  auto values = vector_of<S>(host_values);
  S::run(sort, keys.begin(), keys.end(), values.begin(), less);
  CHECK(host_copy(keys) == expected_keys);
  CHECK(host_copy(values) == expected_values);
}

}  // namespace

TEST_CASE_TEMPLATE("sort_by_key of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({256, 4096, 16384, 65536})) {
    CAPTURE(n);
    check<S, int>(random_patterns<int>(n), thrum::sort_by_key, thrum::less<>{});
    check<S, int>(random_values<int>(n, 0, 20), thrum::stable_sort_by_key, thrum::less<int>{});
    check<S, int>(random_values<int>(n, 0, 20), thrum::stable_sort_by_key, thrum::greater<>{});
    check<S, int>(random_values<int>(n, 0, 100'000), thrum::sort_by_key, by_last_digits{});
  }
}
TEST_CASE_TEMPLATE("sort_by_key of other keys and values", S, MORE_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 1000, 100'000}) {
    CAPTURE(n);
    check<S, double>(random_patterns<std::uint64_t>(n), thrum::sort_by_key, thrum::less<>{});
    check<S, record>(random_values<float>(n), thrum::stable_sort_by_key, thrum::less<>{});
    check<S, int>(random_values<std::int8_t>(n), thrum::stable_sort_by_key, thrum::greater<>{});
    check<S, std::int64_t>(random_records(n, 20), thrum::stable_sort_by_key, thrum::less<>{});
  }
}
TEST_CASE_TEMPLATE("sort_by_key of keys in order, in the opposite order, and in order but for the last", S,
                   MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({64, 256, 1088, 20'000})) {
    CAPTURE(n);
    std::vector<std::int64_t> keys(static_cast<std::size_t>(n));
    for (std::int64_t const equal : {1, 3}) {
      for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::int64_t>(i) / equal;
      check<S, int>(keys, thrum::sort_by_key, thrum::less<>{});
      check<S, int>(keys, thrum::stable_sort_by_key, thrum::greater<>{});
      if (keys.empty()) continue;
      keys.back() = -1;
      check<S, int>(keys, thrum::sort_by_key, thrum::less<>{});
    }
  }
}
TEST_CASE_TEMPLATE("sort_by_key brings numbers on both sides of a NaN in order", S, MAIN_SYSTEMS) {
  for (std::size_t const n : {3U, 300U, 20'000U}) {
    std::vector<float> host_keys(n);
    for (std::size_t i = 0; i < n; ++i) host_keys[i] = static_cast<float>(i < n / 2 ? i + n : i);
    host_keys[n / 2] = std::numeric_limits<float>::quiet_NaN();
    auto keys = vector_of<S>(host_keys);
    auto values = vector_of<S>(host_keys);
    S::run(thrum::sort_by_key, keys.begin(), keys.end(), values.begin(), thrum::less<>{});
    auto sorted = host_copy(keys);
    CHECK(std::erase_if(sorted, [](float x) { return x != x; }) == 1);
    CHECK(std::is_sorted(sorted.begin(), sorted.end()));
    auto moved = host_copy(values);
    std::erase_if(moved, [](float x) { return x != x; });
    CHECK(moved == sorted);
  }
}
TEST_CASE_TEMPLATE("sort_by_key of a large range", S, MAIN_SYSTEMS) {
  check<S, int>(random_values<int>(large_size((1 << 20) + 1), 0, 5000), thrum::stable_sort_by_key,
                thrum::less<>{});
}
TEST_CASE_TEMPLATE("sort_by_key without an order is ascending", S, ALL_SYSTEMS) {
  auto keys = vector_of<S>(std::vector<int>{3, 1, 2, 1});
  auto values = vector_of<S>(std::vector<char>{'a', 'b', 'c', 'd'});
  S::run(thrum::sort_by_key, keys.begin(), keys.end(), values.begin());
  CHECK(host_copy(keys) == std::vector<int>{1, 1, 2, 3});
  CHECK(host_copy(values) == std::vector<char>{'b', 'd', 'c', 'a'});
}
