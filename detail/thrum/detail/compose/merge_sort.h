// Merge sort: tiles are sorted on their own, then merged in pairs, each merge split over tasks by merge path. Plain
// elements are merged from both ends at once and without a branch on the data (as in Peters' quadsort).
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

/// Merges the sorted [a, a + half) and [a + half, a + 2 half) into out. Each side of the output takes half the steps, in
/// which neither run can end, whatever the comparator says.
template <class T, class Less>
void merge_equal_runs(T const* a, std::ptrdiff_t half, T* out, Less& less) {
  T const *left = a, *right = a + half, *left_last = right - 1, *right_last = left_last + half;
  for (T* last = out + 2 * half - 1; half > 0; --half) {
    bool const from_right = less(*right, *left);
    *out++ = *(from_right ? right : left);
    right += from_right;
    left += !from_right;
    bool const from_left = less(*right_last, *left_last);
    *last-- = *(from_left ? left_last : right_last);
    left_last -= from_left;
    right_last -= !from_left;
  }
}

template <class T, class Less>
void insertion_sort(T* first, std::ptrdiff_t n, Less& less) {
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    T held = std::move(first[i]);
    std::ptrdiff_t j = i;
    for (; j > 0 && less(held, first[j - 1]); --j) first[j] = std::move(first[j - 1]);
    first[j] = std::move(held);
  }
}

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

/// Sorts n elements at a on the calling thread; at b are as many.
template <class T, class Less>
void sort_run(T* a, T* b, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t shortest = 8;
  T* const wanted = a;
  for (std::ptrdiff_t i = 0; i < n; i += shortest) detail::insertion_sort(a + i, std::min(shortest, n - i), less);
  for (std::ptrdiff_t width = shortest; width < n; width *= 2) {
    std::ptrdiff_t i = 0;
    for (; n - i >= 2 * width; i += 2 * width) {
      if constexpr (std::is_trivially_copyable_v<T>) detail::merge_equal_runs(a + i, width, b + i, less);
      else detail::merge_runs(a + i, width, a + i + width, width, b + i, less);
    }
    std::ptrdiff_t const left = std::min(width, n - i);
    detail::merge_runs(a + i, left, a + i + left, n - i - left, b + i, less);
    std::swap(a, b);
  }
  if (a != wanted) std::move(a, a + n, wanted);
}

/// The pieces in which outputs of merges are made, each a task.
inline constexpr std::ptrdiff_t merge_piece = 16384;

/// Merges neighbouring sorted runs of `width` elements of `from` into `to`. `split` is room for a number a piece.
template <class B, class T, class Less>
void merge_pairs_of_runs(B const& exec, T* from, T* to, std::ptrdiff_t n, std::ptrdiff_t width,
                         std::ptrdiff_t* split, Less less) {
  constexpr std::ptrdiff_t piece = merge_piece;
  struct pair_of_runs {
    std::ptrdiff_t left, middle, right;
  };
  auto const pair_of = [=](std::ptrdiff_t p) {
    std::ptrdiff_t const left = p * piece / (2 * width) * (2 * width);
    return pair_of_runs{left, std::min(n, left + width), std::min(n, left + 2 * width)};
  };
  // Where each piece begins in the left run is looked up before any element moves.
  std::ptrdiff_t const pieces = (n + piece - 1) / piece;
  exec.for_each_n(
      pieces,
      [=](std::ptrdiff_t p) {
        auto const [left, middle, right] = pair_of(p);
        split[p] =
            detail::merge_path(from + left, middle - left, from + middle, right - middle, p * piece - left, less);
      },
      16);
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

/// Sorts n records stably. If the comparator throws, all of them are alive, with unspecified values. Nothing is allocated
/// once a record has moved.
template <class B, class T, class Less>
void merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t run = merge_piece;
  if (n <= 16) return detail::insertion_sort(records, n, less);
  std::ptrdiff_t const runs = (n + run - 1) / run;
  scratch_array<std::ptrdiff_t, B> const splits(exec, runs == 1 ? 0 : runs);
  // Sorts what is at a; the result is at records.
  auto const sort_between = [&, split = splits.data()](T* a, T* b) {
    exec.for_each_n(
        runs,
        [=](std::ptrdiff_t t) { detail::sort_run(a + t * run, b + t * run, std::min(run, n - t * run), less); },
        1);
    for (std::ptrdiff_t width = run; width < n; width *= 2) {
      detail::merge_pairs_of_runs(exec, a, b, n, width, split, less);
      std::swap(a, b);
    }
    if (a != records) {
      exec.for_each_n(n, [=](std::ptrdiff_t i) { b[i] = std::move(a[i]); }, default_grain);
    }
  };
  if constexpr (std::is_trivially_copyable_v<T>) {
    scratch_array<T, B> const buffer(exec, n);
    sort_between(records, buffer.data());
  } else {
    // Both arrays have to hold objects.
    gathered<T, B> const buffer(exec, n, move_out<T, T*>{records});
    sort_between(buffer.data(), records);
  }
}

}  // namespace thrum::detail
