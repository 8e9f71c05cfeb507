// Scans by key, histograms, reduce_into and the binary form of transform_reduce.
#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 16384, 65536});

/// Returns n keys in runs of lengths from 1 to about 2 * length.
std::vector<int> keys_in_runs(std::ptrdiff_t n, std::uint64_t length) {
  std::vector<int> keys;
  for (int key = 0; static_cast<std::ptrdiff_t>(keys.size()) < n; key = key == 0 ? 13 : 13 - key + (key + 1) % 2) {
    auto const run = 1 + random_bits(keys.size() + length) % (2 * length);
    for (std::uint64_t i = 0; i < run && static_cast<std::ptrdiff_t>(keys.size()) < n; ++i) keys.push_back(key);
  }
  return keys;
}

/// Callable only when it is not const.
struct same_tens {
  THRUM_HD bool operator()(int a, int b) { return a / 10 == b / 10; }
};
/// Associative, but not commutative.
struct last_of {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) {
    return b == T(0) ? a : b;
  }
};

/// The results of an inclusive scan of each run, and of an exclusive scan from init.
template <class T>
struct scanned {
  std::vector<T> inclusive, exclusive;
};
template <class T, class Equal, class Op>
scanned<T> scan_runs(std::vector<int> const& keys, std::vector<T> const& values, T init, Equal same, Op op) {
  scanned<T> result;
  T with = init, sum = init;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bool const begins = i == 0 || !same(keys[i - 1], keys[i]);
    if (begins) with = init;
    sum = begins ? values[i] : static_cast<T>(op(sum, values[i]));
    result.inclusive.push_back(sum);
    result.exclusive.push_back(with);
    with = static_cast<T>(op(with, values[i]));
  }
  return result;
}

template <class S, class T, class Equal, class Op>
void check_scans(std::ptrdiff_t n, std::uint64_t length, Equal same, Op op) {
  CAPTURE(n);
  CAPTURE(length);
  auto const host_keys = keys_in_runs(n, length);
  auto const host_values = random_values<T>(n, 0, 3);
  auto const keys = vector_of<S>(host_keys);
  auto const values = vector_of<S>(host_values);
  auto const expected = scan_runs(host_keys, host_values, T(5), same, op);
  typename S::template vector<T> out(host_keys.size());
  CHECK(S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), same, op) ==
        out.end());
  CHECK(host_copy(out) == expected.inclusive);
  CHECK(S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), T(5), same,
               op) == out.end());
  CHECK(host_copy(out) == expected.exclusive);
  // In place.
  out = values;
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), out.begin(), out.begin(), T(5), same, op);
  CHECK(host_copy(out) == expected.exclusive);
  out = values;
  S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), out.begin(), out.begin(), same, op);
  CHECK(host_copy(out) == expected.inclusive);
}

}  // namespace

TEST_CASE_TEMPLATE("scans by key", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    for (std::uint64_t const length : {1U, 5U, 20'000U, 1'000'000U})
      check_scans<S, int>(n, length, same_tens{}, last_of{});
  }
}
TEST_CASE_TEMPLATE("scans by key of other values", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 10'007, 500'000}) {
    for (std::uint64_t const length : {2U, 3'000U}) {
      check_scans<S, double>(n, length, thrum::equal_to<int>{}, thrum::plus<double>{});
    }
  }
}

TEST_CASE_TEMPLATE("scans by key of equal keys add when they are given no functors", S, MAIN_SYSTEMS) {
  using ints = std::vector<int>;
  auto const keys = vector_of<S>(ints{1, 1, 1, 3, 3, 2, 1});
  auto const values = vector_of<S>(ints{9, 8, 7, 6, 5, 4, 3});
  typename S::template vector<int> out(7);
  S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin());
  CHECK(host_copy(out) == ints{9, 17, 24, 6, 11, 4, 3});
  S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), same_tens{});
  CHECK(host_copy(out) == ints{9, 17, 24, 30, 35, 39, 42});
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin());
  CHECK(host_copy(out) == ints{0, 9, 17, 0, 6, 0, 0});
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), 2);
  CHECK(host_copy(out) == ints{2, 11, 19, 2, 8, 2, 2});
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), 2, same_tens{});
  CHECK(host_copy(out) == ints{2, 11, 19, 26, 32, 37, 41});
  // The output may be the keys.
  auto same = keys;
  S::run(thrum::exclusive_scan_by_key, same.begin(), same.end(), values.begin(), same.begin());
  CHECK(host_copy(same) == ints{0, 9, 17, 0, 6, 0, 0});
}

TEST_CASE_TEMPLATE("sums of an exclusive scan by key are made in the type of the start value", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 40'000;
  auto const keys = thrum::make_counting_iterator(0);
  auto const values = vector_of<S>(std::vector<std::uint8_t>(n, 200));
  typename S::template vector<int> out(n);
  auto const all_equal = THRUM_LAMBDA(int, int) { return true; };
  S::run(thrum::exclusive_scan_by_key, keys, keys + n, values.begin(), out.begin(), 0, all_equal);
  CHECK(host_copy(out).back() == 200 * (n - 1));
}

TEST_CASE_TEMPLATE("reduce_into, and transform_reduce of two ranges", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    int const sum = std::accumulate(host.begin(), host.end(), 0);
    int const greatest = std::accumulate(host.begin(), host.end(), 7, thrum::maximum<>{});
    long const squares = std::inner_product(host.begin(), host.end(), host.begin(), 3L);
    typename S::template vector<int> out(3, -1);
    S::run(thrum::reduce_into, v.begin(), v.end(), out.begin());
    CHECK(host_copy(out) == std::vector<int>{sum, -1, -1});
    S::run(thrum::reduce_into, v.begin(), v.end(), out.begin() + 1, 5L);
    S::run(thrum::reduce_into, v.begin(), v.end(), out.begin() + 2, 7, thrum::maximum<>{});
    CHECK(host_copy(out) == std::vector<int>{sum, sum + 5, greatest});

    CHECK(S::run(thrum::transform_reduce, v.begin(), v.end(), v.begin(), 3L) == squares);
    CHECK(S::run(thrum::transform_reduce, v.begin(), v.end(), v.begin(), 3L, thrum::plus<>{}, thrum::minus<>{}) ==
          3);
  }
}

namespace {

/// Returns the bin of x by the definition, computed in integers of any size.
template <class T>
std::ptrdiff_t bin_of(T x, std::ptrdiff_t bins, std::int64_t lower, std::int64_t upper) {
  auto const at = static_cast<__int128>(x);
  if (at < lower || at >= upper || bins == 0) return -1;
  return static_cast<std::ptrdiff_t>((at - lower) * bins / (static_cast<__int128>(upper) - lower));
}

template <class S, class T>
void check_even(std::vector<T> const& host, std::ptrdiff_t bins, std::int64_t lower, std::int64_t upper) {
  CAPTURE(host.size());
  CAPTURE(bins);
  std::vector<int> expected(static_cast<std::size_t>(bins));
  for (T x : host) {
    auto const bin = bin_of(x, bins, lower, upper);
    if (bin >= 0) ++expected[static_cast<std::size_t>(bin)];
  }
  auto const v = vector_of<S>(host);
  typename S::template vector<int> counts(expected.size(), 77);
  CHECK(S::run(thrum::histogram_even, v.begin(), v.end(), counts.begin(), counts.end(), lower, upper) ==
        counts.end());
  CHECK(host_copy(counts) == expected);
}

template <class S, class T>
void check_bins_of() {
  auto const host = random_values<int>(20'000, 0, 9);
  std::vector<T> expected(10);
  for (int const x : host) ++expected[static_cast<std::size_t>(x)];
  auto const v = vector_of<S>(host);
  typename S::template vector<T> counts(10, T(77));
  S::run(thrum::histogram_even, v.begin(), v.end(), counts.begin(), counts.end(), 0, 10);
  CHECK(host_copy(counts) == expected);
}

}  // namespace

TEST_CASE_TEMPLATE("histogram_even", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 65, 10'007, 32'768, 32'769, 300'000}) {
    auto const host = random_values<int>(n, -1'000, 2'000);
    for (std::ptrdiff_t const bins : {0, 1, 7, 1'000, 2'999, 20'000}) check_even<S>(host, bins, -500, 1'499);
  }
}
TEST_CASE_TEMPLATE("histogram_even of integers of other sizes", S, MORE_SYSTEMS) {
  using limits = std::numeric_limits<std::int64_t>;
  for (std::ptrdiff_t const bins : {1, 12, 500, 40'000}) {
    check_even<S>(random_patterns<std::int64_t>(100'000), bins, limits::min() + 5, limits::max() - 100);
    check_even<S>(random_patterns<std::uint64_t>(100'000), bins, 12'345, limits::max());
    // All elements are in one bin.
    check_even<S>(std::vector<std::int8_t>(200'000, 3), bins, 3, 4);
  }
}
TEST_CASE_TEMPLATE("histogram_even of floating-point numbers", S, MAIN_SYSTEMS) {
  float const nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  float const below_one = std::nextafter(1.0F, 0.0F);
  auto const v =
      vector_of<S>(std::vector<float>{0, 0.25F, 0.5F, below_one, 1, -0.0F, -1e-30F, nan, infinity, -infinity});
  typename S::template vector<std::int64_t> counts(4, 9);
  S::run(thrum::histogram_even, v.begin(), v.end(), counts.begin(), counts.end(), 0.0F, 1.0F);
  CHECK(host_copy(counts) == std::vector<std::int64_t>{2, 1, 1, 1});
  S::run(thrum::histogram_even, v.begin(), v.end(), counts.begin(), counts.end(), 0, 1.0);
  CHECK(host_copy(counts) == std::vector<std::int64_t>{2, 1, 1, 1});
}

TEST_CASE_TEMPLATE("histograms of as many elements as one thread block of a device counts", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const bins : {1, 256, 4096, 4097}) {
    for (std::ptrdiff_t const n : {4095, 4096, 4097})
      check_even<S>(random_values<int>(n + 4 * bins), bins, -100, 101);
  }
}
TEST_CASE_TEMPLATE("histograms into bins of other types", S, MAIN_SYSTEMS) {
  check_bins_of<S, short>();
  check_bins_of<S, unsigned>();
  check_bins_of<S, unsigned long long>();
  check_bins_of<S, double>();
}

TEST_CASE_TEMPLATE("histogram between bounds", S, MAIN_SYSTEMS) {
  std::vector<double> const host_bounds{-400, -3.5, 0, 0, 17, 999};
  auto const bounds = vector_of<S>(host_bounds);
  for (std::ptrdiff_t const n : {0, 1, 10'007, 100'000}) {
    auto const host = random_values<int>(n, -1'000, 2'000);
    std::vector<long> expected(5);
    for (int const x : host) {
      for (std::size_t k = 0; k < 5; ++k) expected[k] += host_bounds[k] <= x && x < host_bounds[k + 1];
    }
    auto const v = vector_of<S>(host);
    typename S::template vector<long> counts(5, 77);
    CHECK(S::run(thrum::histogram, v.begin(), v.end(), counts.begin(), counts.end(), bounds.begin()) ==
          counts.end());
    CHECK(host_copy(counts) == expected);
  }
}

TEST_CASE_TEMPLATE("histogram_by_key", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 10'007, 32'769, 100'000}) {
    auto const host_keys = random_values<int>(n, -3, 2'100);
    auto const host_values = random_values<int>(n);
    auto const keys = vector_of<S>(host_keys);
    auto const values = vector_of<S>(host_values);
    for (std::size_t const bins : {1U, 8U, 2'000U, 30'000U}) {
      CAPTURE(n);
      CAPTURE(bins);
      std::vector<std::int64_t> expected(bins);
      for (std::size_t i = 0; i < host_keys.size(); ++i) {
        auto const key = static_cast<std::size_t>(host_keys[i]);
        if (host_keys[i] >= 0 && key < bins) expected[key] += host_values[i];
      }
      typename S::template vector<std::int64_t> sums(bins, 77);
      CHECK(S::run(thrum::histogram_by_key, keys.begin(), keys.end(), values.begin(), sums.begin(), sums.end()) ==
            sums.end());
      CHECK(host_copy(sums) == expected);
    }
  }
}
