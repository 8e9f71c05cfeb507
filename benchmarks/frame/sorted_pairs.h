// The workspace of merges and set operations: two sorted ranges with n elements together, and an
// output. One of `share` elements is in the second range.
#pragma once

#include "data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

template <class T>
struct sorted_pair {
  std::vector<T> a, b;
};

template <class T, int share = 2>
struct sorted_pairs : in_turn<sorted_pair<T>> {
  sorted_pairs(std::ptrdiff_t n, distribution d)
      : in_turn<sorted_pair<T>>(n, [=](std::uint64_t stream) { return make(n, d, stream); }),
        out(static_cast<std::size_t>(n)) {}
  std::vector<T> const& a() const { return this->now().a; }
  std::vector<T> const& b() const { return this->now().b; }

  std::vector<T> out;

 private:
  static sorted_pair<T> make(std::ptrdiff_t n, distribution d, std::uint64_t stream) {
    // Integers of so few bits that some elements are equal.
    sorted_pair<T> made{values<T>(n - n / share, d, stream, 32), values<T>(n / share, d, stream + 1, 32)};
    std::sort(made.a.begin(), made.a.end());
    std::sort(made.b.begin(), made.b.end());
    return made;
  }
};
