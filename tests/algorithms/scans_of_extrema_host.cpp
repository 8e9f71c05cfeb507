// Scans of maxima and minima with the vectors of every processor, of ranges, of runs and of
// segments: lengths around those of vectors, groups and tiles, and the extremes of each type.
#include <thrum/detail/base/processor.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_scan.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

constexpr std::size_t lengths[] = {0,  1,  2,  3,   15,  16,  17,  31,   32,   33,   63,   64,    65,    66,
                                   67, 95, 96, 127, 128, 129, 255, 1000, 1024, 1025, 8191, 16384, 16386, 40000};

/// Numbers of all sizes, with the extremes of T among them. The greatest so far changes rarely, so
/// that sums of few elements differ from those of many.
template <class T>
std::vector<T> elements(std::size_t n) {
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(i);
    if (bits % 5000 == 1) v.push_back(std::numeric_limits<T>::max());
    else if (bits % 5000 == 2) v.push_back(std::numeric_limits<T>::min());
    else v.push_back(static_cast<T>(static_cast<std::int64_t>(bits) >> (bits >> 8) % 64));
  }
  return v;
}

/// Offsets of segments of 0 to `longest` elements.
std::vector<std::int32_t> offsets_of_segments(std::size_t n, std::uint64_t longest) {
  std::vector<std::int32_t> offsets{0};
  for (std::uint64_t s = 0, at = 0; at < n; ++s) {
    at = std::min<std::uint64_t>(n, at + random_bits(s + 3 * longest) % (longest + 1));
    offsets.push_back(static_cast<std::int32_t>(at));
  }
  return offsets;
}

template <class S, class T, class Op>
void check_ranges(std::vector<T> const& values, Op op) {
  std::size_t const n = values.size();
  T const start = T(3);
  std::vector<T> expected(n), out(n);
  std::inclusive_scan(values.begin(), values.end(), expected.begin(), op);
  S::run(thrum::inclusive_scan, values.begin(), values.end(), out.begin(), op);
  CHECK(out == expected);
  std::exclusive_scan(values.begin(), values.end(), expected.begin(), start, op);
  out = values;
  S::run(thrum::exclusive_scan, out.begin(), out.end(), out.begin(), start, op);
  CHECK(out == expected);

  if constexpr (sizeof(T) < sizeof(std::int64_t)) {  // sums of a wider type
    std::vector<std::int64_t> wide(n), wide_expected(n);
    thrum::maximum<std::int64_t> const greater;
    std::inclusive_scan(values.begin(), values.end(), wide_expected.begin(), greater, std::int64_t{-7});
    S::run(thrum::inclusive_scan, values.begin(), values.end(), wide.begin(), std::int64_t{-7}, greater);
    CHECK(wide == wide_expected);
  }

  // Elements that are computed.
  auto const complement = [](T x) { return static_cast<T>(~x); };
  auto const computed = thrum::make_transform_iterator(values.begin(), complement);
  std::transform(values.begin(), values.end(), expected.begin(), complement);
  std::inclusive_scan(expected.begin(), expected.end(), expected.begin(), op);
  auto const end = computed + static_cast<std::ptrdiff_t>(n);
  S::run(thrum::inclusive_scan, computed, end, out.begin(), op);
  CHECK(out == expected);
  S::run(thrum::inclusive_scan, computed, end, out.rbegin(), op);
  CHECK(std::equal(expected.begin(), expected.end(), out.rbegin()));
  std::transform(values.begin(), values.end(), expected.begin(), complement);
  std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), start, op);
  out = values;
  auto const of_output = thrum::make_transform_iterator(out.begin(), complement);
  S::run(thrum::exclusive_scan, of_output, of_output + static_cast<std::ptrdiff_t>(n), out.begin(), start, op);
  CHECK(out == expected);
}

template <class S, class T, class Op>
void check_runs(std::vector<T> const& values, std::uint64_t longest, Op op) {
  std::size_t const n = values.size();
  auto const offsets = offsets_of_segments(n, longest);
  T const start = T(3), untouched = T(77);
  std::vector<std::int32_t> keys(n);
  std::vector<T> inclusive(n, untouched), exclusive = inclusive, out = inclusive;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    auto const begin = values.begin() + offsets[s], end = values.begin() + offsets[s + 1];
    std::inclusive_scan(begin, end, inclusive.begin() + offsets[s], op);
    std::exclusive_scan(begin, end, exclusive.begin() + offsets[s], start, op);
    std::fill(keys.begin() + offsets[s], keys.begin() + offsets[s + 1], static_cast<std::int32_t>(s));
  }
  thrum::equal_to<> const same;
  S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(), same, op);
  CHECK(out == inclusive);
  out = values;
  S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), out.begin(), out.begin(), start, same, op);
  CHECK(out == exclusive);
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  S::run(thrum::segmented_inclusive_scan, values.begin(), values.end(), segments, out.begin(), op);
  CHECK(out == inclusive);
  S::run(thrum::segmented_exclusive_scan, values.begin(), values.end(), segments, out.begin(), start, op);
  CHECK(out == exclusive);
}

template <class T, class Op>
void check_all(Op op) {
  for (vector_level const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    lowered_vectors const lowered(level);
    CAPTURE(static_cast<int>(level));
    for (std::size_t const n : lengths) {
      CAPTURE(n);
      auto const values = elements<T>(n);
      check_ranges<with_seq, T>(values, op);
      check_ranges<with_pool, T>(values, op);
      for (std::uint64_t const longest : std::initializer_list<std::uint64_t>{3, 20, 100, 30000}) {
        CAPTURE(longest);
        check_runs<with_seq, T>(values, longest, op);
        if (n > 8000) check_runs<with_pool, T>(values, longest, op);
      }
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("scans of maxima and minima with all vectors", T, std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  check_all<T>(thrum::maximum<>{});
  check_all<T>(thrum::minimum<T>{});
}

TEST_CASE("scans of maxima of characters") {
  check_all<char>(thrum::maximum<char>{});
  check_all<char16_t>(thrum::minimum<>{});
}

TEST_CASE("scans of maxima of truth values") {
  std::deque<bool> const values{false, false, true, false, true, false};
  std::deque<bool> const expected{false, false, true, true, true, true};
  std::deque<bool> out(values.size());
  thrum::inclusive_scan(thrum::seq, values.begin(), values.end(), out.begin(), thrum::maximum<>{});
  CHECK(out == expected);
}
