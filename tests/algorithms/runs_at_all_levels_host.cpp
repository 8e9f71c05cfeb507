// Scans, sums of runs and sums of segments with the vectors of every processor: lengths around
// those of vectors, groups and tiles, and sums that overflow.
#include <thrum/detail/base/processor.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <type_traits>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

/// An integer of a class, which is added one by one.
struct own_number {
  std::int64_t n = 0;
  own_number() = default;
  explicit own_number(std::int64_t x) : n(x) {}
  friend own_number operator+(own_number a, own_number b) { return own_number(a.n + b.n); }
  friend bool operator==(own_number const&, own_number const&) = default;
};

/// Unsigned numbers add up without an error where signed ones overflow.
template <class T>
T sum_of(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  else return a + b;
}

/// Elements of all sizes if they are unsigned; otherwise so small that few runs overflow no sum, and
/// so that floating-point numbers add up exactly.
template <class T>
std::vector<T> elements(std::size_t n, std::uint64_t most_of_run) {
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(i);
    if constexpr (std::is_unsigned_v<T>) v.push_back(static_cast<T>(bits));
    else if constexpr (std::is_integral_v<T>)
      v.push_back(
          static_cast<T>(static_cast<std::uint64_t>(std::numeric_limits<T>::max()) / most_of_run - bits % 2));
    else v.push_back(static_cast<T>(static_cast<std::int64_t>(bits % 32) - 16));
  }
  return v;
}

/// Keys in runs of 1 to `longest`; each eighth run is longer, if `mixed`.
template <class K>
std::vector<K> keys_in_runs(std::size_t n, std::uint64_t longest, bool mixed) {
  std::vector<K> keys;
  for (std::uint64_t run = 0; keys.size() < n; ++run) {
    std::uint64_t const bits = random_bits(run + 5 * longest);
    std::uint64_t const length = 1 + (bits >> 8) % (mixed && bits % 8 == 0 ? 50 * longest : longest);
    keys.insert(keys.end(), static_cast<std::size_t>(length), static_cast<K>(run % 2));
  }
  keys.resize(n);
  return keys;
}

constexpr std::size_t lengths[] = {0,    1,    2,    3,     8,     31,    63,    64,   65,
                                   66,   127,  128,  129,   130,   255,   1000,  1024, 1025,
                                   8191, 8192, 8193, 16384, 16385, 16386, 24577, 40000};

template <class S, class T, class K>
void check_runs(std::size_t n, std::uint64_t longest, bool mixed) {
  auto const keys = keys_in_runs<K>(n, longest, mixed);
  auto const values = elements<T>(n, std::min<std::uint64_t>(n + 1, mixed ? 50 * longest : longest));
  T const start = T(std::is_unsigned_v<T> ? 200 : 0);
  std::vector<T> inclusive, exclusive, sums;
  std::vector<K> firsts;
  for (std::size_t i = 0; i < n; ++i) {
    bool const begins = i == 0 || keys[i] != keys[i - 1];
    inclusive.push_back(begins ? values[i] : sum_of(inclusive.back(), values[i]));
    exclusive.push_back(begins ? start : sum_of(exclusive.back(), values[i - 1]));
    if (begins) {
      firsts.push_back(keys[i]);
      sums.push_back(values[i]);
    } else {
      sums.back() = inclusive.back();
    }
  }
  std::vector<T> out(n), sums_out(n);
  std::vector<K> keys_out(n);
  S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin());
  CHECK(out == inclusive);
  out = values;
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), out.begin(), out.begin(), start);
  CHECK(out == exclusive);
  auto const ends =
      S::run(thrum::reduce_by_key, keys.begin(), keys.end(), values.begin(), keys_out.begin(), sums_out.begin());
  keys_out.erase(ends.first, keys_out.end());
  sums_out.erase(ends.second, sums_out.end());
  CHECK(keys_out == firsts);
  CHECK(sums_out == sums);
  if constexpr (std::is_same_v<K, T>) {
    out = keys;
    S::run(thrum::inclusive_scan_by_key, out.begin(), out.end(), values.begin(), out.begin());
    CHECK(out == inclusive);
  }
}

template <class S, class T, class K>
void check_runs_at_all_levels() {
  for (vector_level const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    lowered_vectors const lowered(level);
    for (std::size_t const n : lengths) {
      CAPTURE(static_cast<int>(level));
      CAPTURE(n);
      check_runs<S, T, K>(n, 3, false);
      check_runs<S, T, K>(n, 15, true);
    }
    check_runs<S, T, K>(40000, 20, false);
    check_runs<S, T, K>(40000, 100, true);
    check_runs<S, T, K>(40000, 40000, false);
  }
}

template <class S, class T>
void check_segments(std::vector<std::int32_t> const& offsets, std::vector<T> const& values) {
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  T const start = T(std::is_unsigned_v<T> ? 200 : 0), untouched = T(77);
  std::vector<T> inclusive(values.size(), untouched), exclusive = inclusive, sums;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    T sum = start;
    for (auto i = static_cast<std::size_t>(offsets[s]); i < static_cast<std::size_t>(offsets[s + 1]); ++i) {
      bool const first = i == static_cast<std::size_t>(offsets[s]);
      inclusive[i] = first ? values[i] : sum_of(inclusive[i - 1], values[i]);
      exclusive[i] = sum;
      sum = sum_of(sum, values[i]);
    }
    sums.push_back(sum);
  }
  std::vector<T> out(values.size(), untouched), sums_out(sums.size());
  S::run(thrum::segmented_inclusive_scan, values.begin(), values.end(), segments, out.begin());
  CHECK(out == inclusive);
  out.assign(values.size(), untouched);
  S::run(thrum::segmented_exclusive_scan, values.begin(), values.end(), segments, out.begin(), start);
  CHECK(out == exclusive);
  S::run(thrum::segmented_reduce, values.begin(), values.end(), segments, sums_out.begin(), start);
  CHECK(sums_out == sums);
}

/// Offsets of segments of 0 to `longest` elements, with one of `long_one` among them, from 3 on.
std::vector<std::int32_t> offsets_in(std::size_t n, std::uint64_t longest, std::uint64_t long_one) {
  std::vector<std::int32_t> offsets;
  for (std::uint64_t at = 3, s = 0; at <= n; ++s) {
    offsets.push_back(static_cast<std::int32_t>(at));
    at += s == 40 ? long_one : random_bits(s + longest) % (longest + 1);
  }
  return offsets;
}

}  // namespace

#define NUMBERS                                                                                      \
  std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, \
      std::uint64_t, float, double, own_number

TEST_CASE_TEMPLATE("runs of numbers with all vectors", T, NUMBERS) {
  check_runs_at_all_levels<with_seq, T, std::int32_t>();
  check_runs_at_all_levels<with_pool, T, std::int64_t>();
}

TEST_CASE_TEMPLATE("runs of narrow keys, and scans over the keys", T, std::uint8_t, std::uint32_t, std::uint64_t) {
  check_runs_at_all_levels<with_seq, T, T>();
  check_runs_at_all_levels<with_seq, std::int32_t, T>();
}

TEST_CASE_TEMPLATE("runs of fractions have the same bits with all vectors", T, float, double) {
  for (std::size_t const n : lengths) {
    for (std::uint64_t const longest : std::initializer_list<std::uint64_t>{1, 3, 11, 15, 200}) {
      CAPTURE(n);
      CAPTURE(longest);
      auto const keys = keys_in_runs<std::int32_t>(n, longest, longest == 11);
      std::vector<T> values;
      for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t const bits = random_bits(i);
        values.push_back(bits % 8 == 0 ? -T(0) : static_cast<T>(bits % 1000) / T(7));
      }
      auto const results = [&](vector_level level) {
        lowered_vectors const lowered(level);
        std::vector<T> out(3 * n);
        std::vector<std::int32_t> keys_out(n);
        auto const second = out.begin() + static_cast<std::ptrdiff_t>(n);
        auto const third = second + static_cast<std::ptrdiff_t>(n);
        with_seq::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin());
        with_pool::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), second, T(0.5));
        with_pool::run(thrum::reduce_by_key, keys.begin(), keys.end(), values.begin(), keys_out.begin(), third);
        return out;
      };
      auto const expected = results(vector_level::none);
      for (vector_level const level : {vector_level::avx2, vector_level::avx512}) {
        auto const out = results(level);
        CHECK(std::equal(out.begin(), out.end(), expected.begin(),
                         [](T a, T b) { return a == b && std::signbit(a) == std::signbit(b); }));
      }
    }
  }
}

TEST_CASE_TEMPLATE("segments of numbers with all vectors", T, NUMBERS) {
  for (vector_level const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    lowered_vectors const lowered(level);
    for (std::size_t const n :
         std::initializer_list<std::size_t>{3, 64, 67, 68, 200, 1027, 1028, 1100, 5000, 40000}) {
      for (std::uint64_t const longest : std::initializer_list<std::uint64_t>{0, 1, 3, 16, 90, 1500}) {
        if (longest == 0 && n > 200) continue;
        CAPTURE(static_cast<int>(level));
        CAPTURE(n);
        CAPTURE(longest);
        if (longest == 0) {
          check_segments<with_seq, T>(std::vector<std::int32_t>(n, 2), elements<T>(n, 1));
          continue;
        }
        auto const offsets = offsets_in(n, longest, n > 5000 ? 20000 : longest);
        auto const values = elements<T>(n, n > 5000 ? 20000 : longest);
        check_segments<with_seq, T>(offsets, values);
        check_segments<with_pool, T>(offsets, values);
      }
    }
  }
}

TEST_CASE("sums of runs do not overflow where sums over runs would") {
  std::size_t const n = 300;
  std::vector<std::int32_t> keys(n), values(n, std::numeric_limits<std::int32_t>::max()), offsets(n + 1), out(n),
      keys_out(n);
  std::iota(keys.begin(), keys.end(), 0);
  std::iota(offsets.begin(), offsets.end(), 0);
  thrum::inclusive_scan_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), out.begin());
  CHECK(out == values);
  thrum::reduce_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), keys_out.begin(), out.begin());
  CHECK(out == values);
  CHECK(keys_out == keys);
  thrum::segmented_reduce(thrum::seq, values.begin(), values.end(),
                          thrum::segments_at(offsets.begin(), offsets.end()), out.begin());
  CHECK(out == values);
}

TEST_CASE("sums of integers that are not in one piece of memory") {
  std::size_t const n = 5000;
  auto const keys = keys_in_runs<std::int32_t>(n, 5, true);
  auto const values = elements<std::int16_t>(n, 300);
  std::deque<std::int16_t> const pieces(values.begin(), values.end());
  auto const offsets = offsets_in(n, 9, 9);
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    std::vector<std::int16_t> expected(n), sums(n);
    std::vector<std::int32_t> keys_out(n);
    thrum::reduce_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), keys_out.begin(), expected.begin());
    thrum::reduce_by_key(thrum::seq, keys.begin(), keys.end(), pieces.begin(), keys_out.begin(), sums.begin());
    CHECK(sums == expected);
    std::vector<std::int64_t> wide_expected(offsets.size() - 1), wide_sums(offsets.size() - 1);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
      wide_expected[s] =
          std::accumulate(values.begin() + offsets[s], values.begin() + offsets[s + 1], std::int64_t{7});
    thrum::segmented_reduce(thrum::seq, pieces.begin(), pieces.end(), segments, wide_sums.begin(),
                            std::int64_t{7});
    CHECK(wide_sums == wide_expected);
  }
}

TEST_CASE_TEMPLATE("prefix sums with all vectors", T, NUMBERS) {
  for (vector_level const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    lowered_vectors const lowered(level);
    for (std::size_t const n : lengths) {
      CAPTURE(static_cast<int>(level));
      CAPTURE(n);
      auto const values = elements<T>(n, n + 1);
      std::vector<T> inclusive, exclusive, out(n);
      T sum = T(0);
      for (T const& x : values) {
        exclusive.push_back(sum);
        inclusive.push_back(sum = sum_of(sum, x));
      }
      thrum::inclusive_scan(thrum::seq, values.begin(), values.end(), out.begin());
      CHECK(out == inclusive);
      out = values;
      thrum::exclusive_scan(thrum::seq, out.begin(), out.end(), out.begin(), T(0));
      CHECK(out == exclusive);
    }
  }
}
