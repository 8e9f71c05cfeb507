// The workspace of merges and set operations: two sorted ranges of n elements together, and a place for the result.
// One of `share` elements is in the second range.
#pragma once

#include "data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Small ones are other ranges in each call: a processor learns to guess all comparisons of a short merge that it does
/// again and again, which no program does.
template <class T, int share = 2>
struct sorted_pairs {
  struct pair {
    std::vector<T> a, b;
  };
  sorted_pairs(std::ptrdiff_t n, distribution d) : out(static_cast<std::size_t>(n)) {
    std::ptrdiff_t const count = std::clamp<std::ptrdiff_t>((1 << 19) / n, 1, 512);
    for (std::ptrdiff_t p = 0; p < count; ++p) {
      auto const stream = static_cast<std::uint64_t>(2 * p + 1);
      // Integers of so few bits that some elements are equal.
      pair made{values<T>(n - n / share, d, stream, 32), values<T>(n / share, d, stream + 1, 32)};
      std::sort(made.a.begin(), made.a.end());
      std::sort(made.b.begin(), made.b.end());
      pairs.push_back(std::move(made));
    }
    // The workspaces of a row begin at other ones.
    static std::size_t workspaces = 0;
    at = 31 * workspaces++ % pairs.size();
  }
  void restore() { at = (at + 1) % pairs.size(); }
  std::vector<T> const& a() const { return pairs[at].a; }
  std::vector<T> const& b() const { return pairs[at].b; }

  std::vector<T> out;

 private:
  std::vector<pair> pairs;
  std::size_t at = 0;
};
