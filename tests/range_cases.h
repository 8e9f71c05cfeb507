// Elements, functors and sizes for the tests of thrum::ranges.
#pragma once

#include <thrum/detail/base/config.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>
#include "data.h"

namespace range_cases {

/// An element with a key that others have, too, and its place.
struct numbered {
  int key;
  int place;
  friend bool operator==(numbered const&, numbered const&) = default;
};

struct less_than {
  int bound;
  THRUM_HD bool operator()(int x) const { return x < bound; }
};
struct doubled {
  THRUM_HD int operator()(int x) const { return 2 * x; }
};
struct difference {
  THRUM_HD int operator()(int x, int y) const { return x - y; }
};

/// Returns n elements with keys in [0, keys).
inline std::vector<numbered> numbered_of(std::ptrdiff_t n, std::uint64_t keys) {
  std::vector<numbered> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(static_cast<std::uint64_t>(i) + 7 * keys);
    v.push_back({static_cast<int>(bits % keys), static_cast<int>(i)});
  }
  return v;
}
inline std::vector<int> keys_of(std::vector<numbered> const& v) {
  std::vector<int> keys;
  for (numbered const& x : v) keys.push_back(x.key);
  return keys;
}

inline std::vector<std::ptrdiff_t> range_sizes() { return sizes_around({1000, 8192, 20000}); }

/// Lengths of outputs for n results.
inline std::vector<std::ptrdiff_t> rooms(std::ptrdiff_t n) { return {0, 1, n / 3, n - n / 10, n, n + 5}; }

}  // namespace range_cases
