// reduce_by_key.
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

struct same_tens {
  THRUM_HD bool operator()(int a, int b) { return a / 10 == b / 10; }
};
/// Associative, not commutative.
struct last_of {
  template <class T>
  THRUM_HD T operator()(T a, T b) const {
    return b == T(0) ? a : b;
  }
};

/// Returns n keys in runs of lengths from 1 to about 2 * length.
std::vector<int> keys_in_runs(std::ptrdiff_t n, std::uint64_t length) {
  std::vector<int> keys;
  for (int key = 0; static_cast<std::ptrdiff_t>(keys.size()) < n; key = key == 0 ? 13 : 13 - key + (key + 1) % 2) {
    auto const run = 1 + random_bits(keys.size() + length) % (2 * length);
    for (std::uint64_t i = 0; i < run && static_cast<std::ptrdiff_t>(keys.size()) < n; ++i) keys.push_back(key);
  }
  return keys;
}

template <class S, class T, class Equal, class Op>
void check(std::ptrdiff_t n, std::uint64_t length, Equal same, Op op) {
  CAPTURE(n);
  CAPTURE(length);
  auto const host_keys = keys_in_runs(n, length);
  auto const host_values = random_values<T>(n, -9, 9);
  std::vector<int> expected_keys;
  std::vector<T> expected_values;
  for (std::size_t i = 0; i < host_keys.size(); ++i) {
    if (i == 0 || !same(host_keys[i - 1], host_keys[i])) {
      expected_keys.push_back(host_keys[i]);
      expected_values.push_back(host_values[i]);
    } else {
      expected_values.back() = op(expected_values.back(), host_values[i]);
    }
  }
  auto const runs = expected_keys.size();
  expected_keys.resize(host_keys.size() + 1, -1);
  expected_values.resize(host_keys.size() + 1, T(55));

  auto const keys = vector_of<S>(host_keys);
  auto const values = vector_of<S>(host_values);
  typename S::template vector<int> keys_out(host_keys.size() + 1, -1);
  typename S::template vector<T> values_out(host_keys.size() + 1, T(55));
  auto const ends = S::run(thrum::reduce_by_key, keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                           values_out.begin(), same, op);
  CHECK(ends.first - keys_out.begin() == static_cast<std::ptrdiff_t>(runs));
  CHECK(ends.second - values_out.begin() == static_cast<std::ptrdiff_t>(runs));
  CHECK(host_copy(keys_out) == expected_keys);
  CHECK(host_copy(values_out) == expected_values);
}

}  // namespace

TEST_CASE_TEMPLATE("reduce_by_key", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({8192, 16384, 24576, 40960, 65536})) {
    for (std::uint64_t const length : {1U, 5U, 5'000U, 20'000U, 1'000'000U}) {
      check<S, int>(n, length, thrum::equal_to<>{}, thrum::plus<>{});
    }
  }
}
TEST_CASE_TEMPLATE("reduce_by_key with functors of one's own", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 65, 8193, 16385, 100'000}) {
    for (std::uint64_t const length : {1U, 30U, 10'000U}) check<S, int>(n, length, same_tens{}, last_of{});
  }
}
TEST_CASE_TEMPLATE("reduce_by_key leaves the first key of a run", S, MAIN_SYSTEMS) {
  auto const host_keys = random_values<int>(20'000, 0, 29);
  std::vector<int> expected;
  for (std::size_t i = 0; i < host_keys.size(); ++i) {
    if (i == 0 || host_keys[i - 1] / 10 != host_keys[i] / 10) expected.push_back(host_keys[i]);
  }
  auto const keys = vector_of<S>(host_keys);
  typename S::template vector<int> keys_out(host_keys.size()), sums(host_keys.size());
  auto const ends = S::run(thrum::reduce_by_key, keys.begin(), keys.end(), keys.begin(), keys_out.begin(),
                           sums.begin(), same_tens{});
  keys_out.resize(static_cast<std::size_t>(ends.first - keys_out.begin()));
  CHECK(host_copy(keys_out) == expected);
}
TEST_CASE_TEMPLATE("reduce_by_key of other values", S, MAIN_SYSTEMS) {
  check<S, double>(100'000, 30, thrum::equal_to<int>{}, thrum::plus<double>{});
  check<S, std::int64_t>(large_size((1 << 20) + 1), 3, thrum::equal_to<int>{}, thrum::plus<std::int64_t>{});
  check<S, std::int8_t>(50'000, 2, thrum::equal_to<int>{}, thrum::maximum<std::int8_t>{});
}
TEST_CASE_TEMPLATE("reduce_by_key sums equal keys when it is given no functors", S, ALL_SYSTEMS) {
  auto const keys = vector_of<S>(std::vector<int>{1, 1, 1, 3, 3, 2, 1});
  auto const values = vector_of<S>(std::vector<int>{9, 8, 7, 6, 5, 4, 3});
  typename S::template vector<int> keys_out(7), values_out(7);
  auto const ends =
      S::run(thrum::reduce_by_key, keys.begin(), keys.end(), values.begin(), keys_out.begin(), values_out.begin());
  CHECK(ends.first == keys_out.begin() + 4);
  CHECK(ends.second == values_out.begin() + 4);
  CHECK(host_copy(keys_out) == std::vector<int>{1, 3, 2, 1, 0, 0, 0});
  CHECK(host_copy(values_out) == std::vector<int>{24, 11, 4, 3, 0, 0, 0});
}
