// Merge sort of plain records. Tasks sort runs, which are then merged in pairs. Each merge is split
// over all tasks by merge path (Odeh, Green, Mwassi, Shmueli and Birk: Merge Path, 2012).
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns the length of the sorted runs that a task makes on its own, and of the pieces in which
/// the outputs of merges are made. Each piece is a task.
constexpr std::ptrdiff_t merge_piece_of(std::ptrdiff_t n) {
  return n <= few_to_merge_sort ? least_merge_piece : usual_merge_piece;
}

/// Returns how many splits a sort of n records needs at most: one for each piece of its merges.
constexpr std::ptrdiff_t splits_for(std::ptrdiff_t n) {
  return n <= least_merge_piece ? 0 : n / least_merge_piece + 1;
}

/// Merges neighbouring sorted runs of `width` elements of `from` into `to`. `split` has room for
/// one number for each piece.
template <class B, class T, class Less>
void merge_pairs_of_runs(B const& exec, T* from, T* to, std::ptrdiff_t n, std::ptrdiff_t width,
                         std::ptrdiff_t* split, Less less) {
  std::ptrdiff_t const piece = detail::merge_piece_of(n);
  struct pair_of_runs {
    std::ptrdiff_t left, middle, right;
  };
  auto const pair_of = [=](std::ptrdiff_t p) {
    std::ptrdiff_t const left = p * piece / (2 * width) * (2 * width);
    return pair_of_runs{left, std::min(n, left + width), std::min(n, left + 2 * width)};
  };
  // Finds where each piece begins in the left run before any element moves.
  std::ptrdiff_t const pieces = (n + piece - 1) / piece;
  exec.for_each_n(
      pieces,
      [=](std::ptrdiff_t p) {
        auto const [left, middle, right] = pair_of(p);
        split[p] =
            detail::merge_path(from + left, middle - left, from + middle, right - middle, p * piece - left, less);
      },
      16);
  for (std::ptrdiff_t p = 1; p < pieces; ++p) {
    if (p * piece != pair_of(p).left) split[p] = detail::consistent_split(split[p - 1], split[p], piece);
  }
  exec.for_each_n(
      pieces,
      [=, split = static_cast<std::ptrdiff_t const*>(split)](std::ptrdiff_t p) {
        auto const [left, middle, right] = pair_of(p);
        std::ptrdiff_t const begin = p * piece, end = std::min(right, begin + piece);
        std::ptrdiff_t const i = left + split[p], i_end = end == right ? middle : left + split[p + 1];
        std::ptrdiff_t const j = middle + begin - i, j_end = middle + end - i_end;
        detail::merge_runs(from + i, i_end - i, from + j, j_end - j, to + begin, less);
      },
      1);
}

/// Sorts the n records at a. b has room for n records, `splits` for one number for each piece.
template <class B, class T, class Less>
void sort_by_merges(B const& exec, T* a, T* b, std::ptrdiff_t n, std::ptrdiff_t* splits, Less less) {
  std::ptrdiff_t const run = detail::merge_piece_of(n), runs = (n + run - 1) / run;
  T *from = a, *to = b;
  if (detail::doublings(n, run) % 2 != 0) std::swap(from, to);
  exec.for_each_n(
      runs,
      [=](std::ptrdiff_t t) {
        std::ptrdiff_t const begin = t * run;
        detail::sort_run(a + begin, b + begin, std::min(run, n - begin), less, from + begin);
      },
      1);
  for (std::ptrdiff_t width = run; width < n; width *= 2) {
    detail::merge_pairs_of_runs(exec, from, to, n, width, splits, less);
    std::swap(from, to);
  }
}

/// Sorts n plain records stably, on the calling thread.
template <class B, class T, class Less>
void serial_merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::sort_ordered(exec, records, n, less);
  if (found.ascending || found.descending) return;
  scratch_array<T, B> const buffer(exec, n);
  detail::sort_by_doubling(records, buffer.data(), n, less, records);
}

/// Sorts n plain records that are in no order by merges. Nothing is allocated once a record has
/// moved.
template <class B, class T, class Less>
void merge_sort_unordered(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  static_assert(std::is_trivially_copyable_v<T>);
  scratch_array<std::ptrdiff_t, B> const splits(exec, detail::splits_for(n));
  scratch_array<T, B> const buffer(exec, n);
  detail::sort_by_merges(exec, records, buffer.data(), n, splits.data(), less);
}

}  // namespace thrum::detail
