// Merge sort: tiles are sorted on their own, then merged in pairs, each merge split over tasks by merge path.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/merge.h>
#include <thrum/detail/gathered.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Merges two sorted runs into out. Plain elements are copied; others are moved.
template <class T, class Less>
void merge_runs(T* a, std::ptrdiff_t na, T* b, std::ptrdiff_t nb, T* out, Less less) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    seq_policy{}.merge(a, na, b, nb, out, less);
  } else {
    std::merge(std::make_move_iterator(a), std::make_move_iterator(a + na), std::make_move_iterator(b),
               std::make_move_iterator(b + nb), out, less);
  }
}

/// Sorts n records stably. The comparator may throw; the elements are then all there or moved from, in some order.
template <class B, class T, class Less>
void merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t run = 16384, piece = 16384;
  if (n <= run) {
    std::stable_sort(records, records + n, less);
    return;
  }
  std::ptrdiff_t const runs = (n + run - 1) / run;
  exec.for_each_n(
      runs,
      [=](std::ptrdiff_t t) { std::stable_sort(records + t * run, records + std::min(n, (t + 1) * run), less); },
      1);

  // The buffer's elements begin as the sorted runs; from then on both arrays hold objects, and merging moves between them.
  gathered<T, B> const buffer(exec, n, move_out<T, T*>{records});
  T* from = buffer.data();
  T* to = records;
  for (std::ptrdiff_t width = run; width < n; width *= 2) {
    // Where each piece of the output begins in the left run is looked up before any element moves.
    std::ptrdiff_t const pieces = (n + piece - 1) / piece;
    scratch_array<std::ptrdiff_t, B> const splits(exec, pieces);
    auto const pair_of = [=](std::ptrdiff_t p) { return p * piece / (2 * width) * (2 * width); };
    exec.for_each_n(
        pieces,
        [=, split = splits.data()](std::ptrdiff_t p) {
          std::ptrdiff_t const left = pair_of(p), middle = std::min(n, left + width),
                               right = std::min(n, middle + width);
          split[p] = detail::merge_path(from + left, middle - left, from + middle, right - middle,
                                        p * piece - left, less);
        },
        16);
    exec.for_each_n(
        pieces,
        [=, split = static_cast<std::ptrdiff_t const*>(splits.data())](std::ptrdiff_t p) {
          std::ptrdiff_t const left = pair_of(p), middle = std::min(n, left + width),
                               right = std::min(n, middle + width);
          std::ptrdiff_t const begin = p * piece, end = std::min(right, begin + piece);
          std::ptrdiff_t const i = left + split[p], i_end = end == right ? middle : left + split[p + 1];
          std::ptrdiff_t const j = begin - (i - left) + (middle - left),
                               j_end = end - (i_end - left) + (middle - left);
          detail::merge_runs(from + i, i_end - i, from + j, j_end - j, to + begin, less);
        },
        1);
    std::swap(from, to);
  }
  if (from != records) {
    exec.for_each_n(n, [=](std::ptrdiff_t i) { to[i] = std::move(from[i]); }, default_grain);
  }
}

}  // namespace thrum::detail
