// The ranges and the functors of the tables' calls.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/device_vector.h>
#include <algorithm>
#include <cstddef>
#include <vector>
#include "data.h"

/// The ranges of a call; each call gets a new copy.
struct samples {
  explicit samples(std::ptrdiff_t elements) : n(elements) {
    auto const sorted_on_host = sorted.to_host(), flags_on_host = flags.to_host();
    std::vector<int> a_on_host, b_on_host;
    for (std::size_t i = 0; i < sorted_on_host.size(); ++i) {
      (flags_on_host[i] != 0 ? a_on_host : b_on_host).push_back(sorted_on_host[i]);
    }
    a = a_values = a_on_host;
    b = b_values = b_on_host;
  }

  std::ptrdiff_t n;
  /// A part of n: the number of places to shift by, or of elements to select.
  std::ptrdiff_t part = std::min<std::ptrdiff_t>(1000, n / 10);
  thrum::device_vector<int> numbers = random_values<int>(n, 0, 1'000'000);
  thrum::device_vector<int> sorted = sorted_numbers();
  thrum::device_vector<int> flags = random_values<int>(n, 0, 1, 2);
  thrum::device_vector<int> keys = runs();
  thrum::device_vector<int> indices = own_indices();
  thrum::device_vector<int> out = thrum::device_vector<int>(static_cast<std::size_t>(2 * n)), out2 = out;
  /// Half of the sorted numbers and the other half, with values.
  thrum::device_vector<int> a, b, a_values, b_values;
  /// Two sequences that do not occur in the numbers.
  thrum::device_vector<int> absent = std::vector<int>{-1, -2}, half_absent = std::vector<int>{1, -2};
  /// Room for a number that a call leaves in memory.
  thrum::device_vector<std::ptrdiff_t> count = thrum::device_vector<std::ptrdiff_t>(2);
  thrum::device_vector<double> real = thrum::device_vector<double>(1);

 private:
  std::vector<int> sorted_numbers() const {
    auto v = random_values<int>(n, 0, 1'000'000, 3);
    std::sort(v.begin(), v.end());
    return v;
  }
  std::vector<int> own_indices() const {
    std::vector<int> v(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i);
    return v;
  }
  /// Returns runs of equal keys with an average length of eight.
  std::vector<int> runs() const {
    std::vector<int> v(static_cast<std::size_t>(n));
    for (std::size_t i = 1; i < v.size(); ++i) v[i] = v[i - 1] + (random_bits(i) % 8 == 0);
    return v;
  }
};

struct odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct negative {
  THRUM_HD bool operator()(int x) const { return x < 0; }
};
struct not_negative {
  THRUM_HD bool operator()(int x) const { return x >= 0; }
};
struct twice {
  THRUM_HD int operator()(int x) const { return 2 * x; }
};
