// Prefix sums, and sums of runs, of floating-point numbers have the bits of the shapes that
// docs/guides/determinism.md describes: with the vectors of every processor, of elements in memory
// and of computed ones.
#include <thrum/detail/base/processor.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_scan.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

constexpr vector_level levels[] = {vector_level::none, vector_level::avx2, vector_level::avx512};
constexpr std::size_t tile_of_scan = 16384, tile_of_runs = 8192, group = 8, lanes = 16, long_part = 64;

/// Returns numbers of both signs whose magnitudes differ by up to 2^20, so that sums depend on the
/// order of the additions.
template <class T>
std::vector<T> mixed_numbers(std::size_t n) {
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(i);
    v.push_back(std::ldexp(static_cast<T>(static_cast<std::int64_t>(bits >> 20) - (std::int64_t{1} << 43)),
                           static_cast<int>(bits % 21) - 50));
  }
  return v;
}

/// The sum of the first n elements of a group.
template <class T>
T sum_by_pairs(T const* x, std::size_t n) {
  if (n == 1) return x[0];
  std::size_t half = 1;
  while (2 * half < n) half *= 2;
  return sum_by_pairs(x, half) + sum_by_pairs(x + half, n - half);
}

/// Scans a tile or the part of a run from `carry`, and returns the carry that follows.
template <class T>
T scan_tile(std::span<T const> v, T carry, bool exclusive, std::vector<T>& out) {
  T next = carry, sum = 0;
  std::size_t i = 0;
  for (; v.size() - i >= group; i += group) {
    for (std::size_t k = 0; k < group; ++k) {
      if (!exclusive) out.push_back(next + sum_by_pairs(&v[i], k + 1));
      else out.push_back(k == 0 ? next : next + sum_by_pairs(&v[i], k));
    }
    T const all = sum_by_pairs(&v[i], group);
    next = next + all;
    sum = i == 0 ? all : sum + all;
  }
  for (; i < v.size(); ++i) {
    if (exclusive) out.push_back(next);
    next = next + v[i];
    if (!exclusive) out.push_back(next);
    sum = i == 0 ? v[i] : sum + v[i];
  }
  return carry + sum;
}
/// Scans from the first element, or from `init`.
template <class T>
std::vector<T> scan_in_shape(std::vector<T> const& v, bool exclusive, T const* init) {
  std::vector<T> out;
  if (v.empty()) return out;
  std::size_t const begin = init == nullptr ? 1 : 0;
  T carry = init == nullptr ? v[0] : *init;
  if (begin == 1) out.push_back(carry);
  if (v.size() <= 16) {
    for (std::size_t i = begin; i < v.size(); ++i) {
      if (exclusive) out.push_back(carry);
      carry = carry + v[i];
      if (!exclusive) out.push_back(carry);
    }
    return out;
  }
  for (std::size_t i = begin; i < v.size(); i += tile_of_scan)
    carry = scan_tile(std::span(v).subspan(i, std::min(tile_of_scan, v.size() - i)), carry, exclusive, out);
  return out;
}

/// Sums the part of a run in a tile.
template <class T>
T sum_part_in_shape(std::span<T const> v) {
  std::vector<T> lane(v.begin(), v.begin() + (v.size() < long_part ? 1 : lanes));
  std::size_t i = lane.size();
  for (; v.size() - i >= lane.size(); i += lane.size())
    for (std::size_t j = 0; j < lane.size(); ++j) lane[j] = lane[j] + v[i + j];
  for (; i < v.size(); ++i) lane[0] = lane[0] + v[i];
  for (std::size_t j = 1; j < lane.size(); ++j) lane[0] = lane[0] + lane[j];
  return lane[0];
}
/// Sums runs of which none makes a tile begin with short ones.
template <class T>
std::vector<T> sum_runs_in_shape(std::vector<int> const& keys, std::vector<T> const& v) {
  std::vector<T> sums;
  for (std::size_t i = 0, end; i < v.size(); i = end) {
    std::size_t const tile_end = std::min(v.size(), (i / tile_of_runs + 1) * tile_of_runs);
    for (end = i + 1; end < tile_end && keys[end] == keys[i];) ++end;
    T const part = sum_part_in_shape(std::span(v).subspan(i, end - i));
    if (i > 0 && keys[i] == keys[i - 1]) sums.back() = sums.back() + part;
    else sums.push_back(part);
  }
  return sums;
}
/// Keys in runs of 40 to 20000 elements.
std::vector<int> keys_of_long_runs(std::size_t n) {
  std::vector<int> keys;
  for (int run = 0; keys.size() < n; ++run) {
    auto const bits = random_bits(static_cast<std::uint64_t>(run));
    keys.insert(keys.end(), 40 + (bits >> 8) % (bits % 4 == 0 ? 20000 : 200), run);
  }
  keys.resize(n);
  return keys;
}

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class T>
struct itself {
  T operator()(T const& x) const { return x; }
};

template <class S, class T>
void check_scans(std::size_t n) {
  CAPTURE(n);
  auto const v = mixed_numbers<T>(n);
  T const start = T(0.3);
  auto const inclusive = scan_in_shape<T>(v, false, nullptr), from_start = scan_in_shape(v, false, &start),
             exclusive = scan_in_shape(v, true, &start);
  thrum::plus<T> const plus;
  for (vector_level const level : levels) {
    CAPTURE(static_cast<int>(level));
    lowered_vectors const lowered(level);
    std::vector<T> out(n);
    S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin());
    CHECK(same_bits(out, inclusive));
    S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), start, plus);
    CHECK(same_bits(out, from_start));
    S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), start);
    CHECK(same_bits(out, exclusive));
    S::run(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), itself<T>{}, plus);
    CHECK(same_bits(out, inclusive));
    out = v;
    S::run(thrum::inclusive_scan, out.begin(), out.end(), out.begin());
    CHECK(same_bits(out, inclusive));
    out = v;
    S::run(thrum::exclusive_scan, out.begin(), out.end(), out.begin(), start);
    CHECK(same_bits(out, exclusive));
    std::deque<T> apart(n);
    S::run(thrum::exclusive_scan, v.begin(), v.end(), apart.begin(), start, plus);
    CHECK(same_bits(std::vector<T>(apart.begin(), apart.end()), exclusive));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("prefix sums of floats have the documented shape", S, HOST_BACKENDS) {
  for (std::size_t n = 0; n < 50; ++n) check_scans<S, float>(n);
  for (int const n : {100, 511, 512, 513, 529, 1000, 16384, 16385, 16393, 16400, 16401, 40000, 70001})
    check_scans<S, float>(static_cast<std::size_t>(n));
}
TEST_CASE_TEMPLATE("prefix sums of doubles have the documented shape", S, HOST_BACKENDS) {
  for (int const n : {1, 16, 17, 24, 25, 33, 512, 529, 16385, 16401, 70001})
    check_scans<S, double>(static_cast<std::size_t>(n));
}

TEST_CASE_TEMPLATE("sums of long runs of floats have the documented shape", S, HOST_BACKENDS) {
  for (int const size : {1, 63, 64, 65, 79, 80, 81, 127, 128, 300, 1000, 8191, 8192, 8193, 20000, 70001}) {
    auto const n = static_cast<std::size_t>(size);
    CAPTURE(n);
    auto const keys = keys_of_long_runs(n);
    auto const v = mixed_numbers<float>(n);
    auto const w = mixed_numbers<double>(n);
    auto const expected = sum_runs_in_shape(keys, v);
    auto const wide = sum_runs_in_shape(keys, w);
    for (vector_level const level : levels) {
      CAPTURE(static_cast<int>(level));
      lowered_vectors const lowered(level);
      std::vector<int> keys_out(n);
      std::vector<float> sums(n);
      std::vector<double> wide_sums(n);
      S::run(thrum::reduce_by_key, keys.begin(), keys.end(), v.begin(), keys_out.begin(), sums.begin());
      sums.resize(expected.size());
      CHECK(same_bits(sums, expected));
      S::run(thrum::reduce_by_key, keys.begin(), keys.end(), w.begin(), keys_out.begin(), wide_sums.begin());
      wide_sums.resize(wide.size());
      CHECK(same_bits(wide_sums, wide));
    }
  }
}

TEST_CASE_TEMPLATE("prefix sums keep the sign of zero, and numbers before an infinity or a NaN", T, float,
                   double) {
  for (vector_level const level : levels) {
    CAPTURE(static_cast<int>(level));
    lowered_vectors const lowered(level);
    std::vector<T> v(100, -T(0)), out(100);
    thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), out.begin());
    for (T const x : out) CHECK((x == 0 && std::signbit(x)));
    thrum::exclusive_scan(thrum::seq, v.begin(), v.end(), out.begin(), -T(0));
    for (T const x : out) CHECK((x == 0 && std::signbit(x)));
    for (T const special : {std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()}) {
      for (std::size_t at = 0; at < v.size(); ++at) {
        CAPTURE(at);
        v.assign(v.size(), T(1));
        v[at] = special;
        thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), out.begin());
        bool right = true;
        for (std::size_t i = 0; i < v.size(); ++i)
          right = right && (i < at ? out[i] == static_cast<T>(i + 1) : !std::isfinite(out[i]));
        CHECK(right);
      }
    }
  }
}
