// Sizes and elements for the tests of algorithms.
#pragma once

#include <thrum/detail/base/config.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

/// A class with a base: the bases of a vector's elements are not contiguous.
struct base_element {
  int a;
};
struct derived_element : base_element {
  int b;
};

/// Returns small sizes, and the given sizes, each also plus one and, except in builds that test
/// less, minus one.
inline std::vector<std::ptrdiff_t> sizes_around(std::initializer_list<std::ptrdiff_t> edges) {
  std::vector<std::ptrdiff_t> sizes{0, 1, 2, 3, 63, 64, 65};
  for (std::ptrdiff_t edge : edges) {
#if !defined(THRUM_TEST_FEW_SYSTEMS)
    sizes.push_back(edge - 1);
#endif
    sizes.push_back(edge);
    sizes.push_back(edge + 1);
  }
  return sizes;
}

/// Returns n, or a size that is large enough on an emulated card: more tiles of any kernel than one
/// warp looks back over.
constexpr std::ptrdiff_t large_size(std::ptrdiff_t n, [[maybe_unused]] std::ptrdiff_t enough = (1 << 17) + 3) {
#if defined(THRUM_TEST_EMULATED_CARD)
  return n < enough ? n : enough;
#else
  return n;
#endif
}

/// Returns the given sizes; in builds that test less only the first one, and at most a large one.
inline std::vector<std::ptrdiff_t> large_sizes(std::initializer_list<std::ptrdiff_t> sizes) {
#if defined(THRUM_TEST_FEW_SYSTEMS)
  return {large_size(*sizes.begin())};
#else
  return sizes;
#endif
}

/// Returns 64 equally distributed bits, a function of i (SplitMix64).
inline std::uint64_t random_bits(std::uint64_t i) {
  i = (i + 1) * 0x9E3779B97F4A7C15U;
  i = (i ^ (i >> 30)) * 0xBF58476D1CE4E5B9U;
  i = (i ^ (i >> 27)) * 0x94D049BB133111EBU;
  return i ^ (i >> 31);
}

/// Returns a number that depends on the elements of a range but not on their order.
template <class Range>
std::uint64_t fingerprint(Range const& range) {
  std::uint64_t sum = 0;
  for (auto const& x : range) sum += random_bits(std::hash<typename Range::value_type>()(x));
  return sum;
}

/// Returns n values in [low, high].
template <class T>
std::vector<T> random_values(std::ptrdiff_t n, std::int64_t low = -100, std::int64_t high = 100,
                             std::uint64_t seed = 1) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(n));
  auto const range = static_cast<std::uint64_t>(high - low) + 1;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(seed * 0x100000000U + static_cast<std::uint64_t>(i));
    auto const value = low + static_cast<std::int64_t>(bits % range);
    if constexpr (std::is_arithmetic_v<T>) values.push_back(static_cast<T>(value));
    else values.push_back(T(static_cast<int>(value)));
  }
  return values;
}

/// Returns n integers of all bit patterns.
template <class T>
std::vector<T> random_patterns(std::ptrdiff_t n) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i)
    values.push_back(static_cast<T>(random_bits(static_cast<std::uint64_t>(i))));
  return values;
}

/// Returns numbers of both signs whose sums depend on the order of the additions.
inline std::vector<float> mixed_magnitudes(std::ptrdiff_t n) {
  std::vector<float> values;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(static_cast<std::uint64_t>(i));
    values.push_back(std::ldexp(static_cast<float>(bits >> 40) - 5e6F, static_cast<int>(bits % 41) - 20));
  }
  return values;
}
inline bool same_bits(std::vector<float> const& a, std::vector<float> const& b) {
  if (a.size() != b.size()) return false;
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// An element of 16 bytes that is not a number, ordered by its key alone.
struct record {
  std::int64_t key = 0;
  std::int64_t payload = 0;
  record() = default;
  THRUM_HD constexpr explicit record(std::int64_t k, std::int64_t p = 0) : key(k), payload(p) {}
  THRUM_HD friend constexpr bool operator==(record const& a, record const& b) {
    return a.key == b.key && a.payload == b.payload;
  }
  THRUM_HD friend constexpr bool operator<(record const& a, record const& b) { return a.key < b.key; }
};

/// An element that needs more alignment than new gives by default.
struct alignas(64) cache_line {
  int value = 0;
  cache_line() = default;
  THRUM_HD constexpr explicit cache_line(int v) : value(v) {}
  THRUM_HD friend constexpr bool operator==(cache_line const& a, cache_line const& b) {
    return a.value == b.value;
  }
  THRUM_HD friend constexpr bool operator<(cache_line const& a, cache_line const& b) { return a.value < b.value; }
};

/// Returns n records with keys in [0, distinct) that know their index.
inline std::vector<record> random_records(std::ptrdiff_t n, std::int64_t distinct) {
  std::vector<record> records;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    records.push_back(record(static_cast<std::int64_t>(random_bits(static_cast<std::uint64_t>(i)) %
                                                       static_cast<std::uint64_t>(distinct)),
                             i));
  }
  return records;
}
