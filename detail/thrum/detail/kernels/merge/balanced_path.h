// How set operations of two sorted ranges are split: by balanced path (S. Baxter, Modern GPU:
// Multisets, 2013). Balanced path is merge path (see kernels/merge/merger.h) with equal elements of
// the two ranges in pairs.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// A point of a walk: an index in each of two ranges.
template <class N>
struct basic_path_point {
  N i, j;
};
using path_point = basic_path_point<std::ptrdiff_t>;

/// Returns the point on a diagonal, or one before it, at which a walk from `begin` ends: the point
/// `found`, unless that is before `begin` in one of the ranges. Only an order that contradicts
/// itself makes `found` lie before `begin`.
THRUM_HD inline path_point point_after(path_point begin, path_point found, std::ptrdiff_t diagonal) {
  if (found.i < begin.i) return {begin.i, diagonal - begin.i};
  if (found.j < begin.j) return {diagonal - begin.j, begin.j};
  return found;
}

/// Whether element i of a range is not less than a given element.
template <class I, class J, class Less>
struct not_less_than {
  I first;
  J other;
  std::ptrdiff_t place;
  Less* less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !(*less)(first[i], other[place]); }
};
/// Whether element i of a range is greater than a given element.
template <class I, class J, class Less>
struct greater_than {
  I first;
  J other;
  std::ptrdiff_t place;
  Less* less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return static_cast<bool>((*less)(other[place], first[i])); }
};

/// Returns the last point of a walk with i + j <= diagonal. Set operations walk through both ranges
/// at once: a step goes over the lesser of the next two elements or, if they are equal, over both.
/// The point is found in O(log(na + nb)) comparisons, each of an element of a with one of b. Tasks
/// of their own can do the walks between neighbouring diagonals, however long the runs of equal
/// elements are. N is a type that has room for na + nb.
THRUM_EXEC_CHECK_DISABLE
template <class N = std::ptrdiff_t, class I, class J, class Less>
THRUM_HD basic_path_point<N> balanced_path(I a, std::type_identity_t<N> na, J b, std::type_identity_t<N> nb,
                                           std::type_identity_t<N> diagonal, Less less) {
  N const i = detail::merge_path<N>(a, na, b, nb, diagonal, less), j = diagonal - i;
  // A merge goes over all equal elements in a before it goes over those in b. The walk can be at
  // another point only if the merge has left elements in b that equal elements it took from a.
  if (i == 0 || j == nb || less(a[i - 1], b[j])) return {i, j};
  std::ptrdiff_t const run_a =
      detail::find_backwards(i, not_less_than<I, J, Less>{a, b, j, __builtin_addressof(less)});
  std::ptrdiff_t const run_b =
      detail::find_backwards(j, not_less_than<J, I, Less>{b, a, i - 1, __builtin_addressof(less)});
  // The walk, too, has taken `taken` elements of these runs, in pairs while both runs last.
  std::ptrdiff_t const taken = i - run_a + j - run_b;
  std::ptrdiff_t const end_b = detail::find_forwards(
      j + 1, detail::least(nb, run_b + taken), greater_than<J, I, Less>{b, a, i - 1, __builtin_addressof(less)});
  std::ptrdiff_t const in_a = i - run_a, in_b = end_b - run_b, pairs = taken / 2;
  return {static_cast<N>(run_a + detail::least(in_a, taken - in_b > pairs ? taken - in_b : pairs)),
          static_cast<N>(run_b + detail::least(in_b, taken - in_a > pairs ? taken - in_a : pairs))};
}

}  // namespace thrum::detail
