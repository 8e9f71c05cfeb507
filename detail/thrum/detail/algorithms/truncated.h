// Results that do not fit: how far an algorithm of thrum::ranges goes before its output is full.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <cstddef>

namespace thrum::detail {

/// Returns the index of the first result-bearing element for which there is no room, among n
/// elements that bear more than `room` results: count(i, j) says how many results the elements from
/// i to j bear. O(n) work in O(log n) calls of count, each over half of what the call before
/// counted.
template <class Count>
std::ptrdiff_t first_without_room(std::ptrdiff_t n, std::ptrdiff_t room, Count count) {
  std::ptrdiff_t from = 0;
  while (n > 1) {
    std::ptrdiff_t const half = n / 2, results = count(from, from + half);
    if (results > room) {
      n = half;
    } else {
      from += half;
      room -= results;
      n -= half;
    }
  }
  return from;
}

/// Says whether the element i of the first of two sorted ranges is among the n elements that a
/// merge of both writes first, where it is among them with the elements before it and the rest of
/// the n is of the second range. True up to the cut of the first range, and false from there on.
template <class I, class J, class Less>
struct goes_before_cut {
  I first1;
  J first2;
  std::ptrdiff_t n;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return !static_cast<bool>(detail::call(less, first2[n - 1 - i], first1[i]));
  }
};

/// Returns the point on a diagonal of the walk that set operations make through two sorted ranges.
template <class I, class J, class Less>
struct point_of_walk {
  I first1;
  std::ptrdiff_t n1;
  J first2;
  std::ptrdiff_t n2;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD path_point operator()(std::ptrdiff_t diagonal) const {
    return detail::balanced_path(first1, n1, first2, n2, diagonal, less);
  }
};
/// A sum that makes one point of one.
struct sum_of_points {
  THRUM_HD path_point operator()(path_point a, path_point b) const { return {a.i + b.i, a.j + b.j}; }
};

}  // namespace thrum::detail
