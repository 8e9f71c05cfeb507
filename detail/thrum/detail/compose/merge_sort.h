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
    T const held = first[i];
    std::ptrdiff_t j = i;
    for (; j > 0 && less(held, first[j - 1]); --j) first[j] = first[j - 1];
    first[j] = held;
  }
}

/// Sorts n plain elements at a on the calling thread; b is room for as many.
template <class T, class Less>
void sort_run(T* a, T* b, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t shortest = 8;
  T* const wanted = a;
  for (std::ptrdiff_t i = 0; i < n; i += shortest) detail::insertion_sort(a + i, std::min(shortest, n - i), less);
  for (std::ptrdiff_t width = shortest; width < n; width *= 2) {
    std::ptrdiff_t i = 0;
    for (; n - i >= 2 * width; i += 2 * width) detail::merge_equal_runs(a + i, width, b + i, less);
    std::ptrdiff_t const left = std::min(width, n - i);
    seq_policy{}.merge(a + i, left, a + i + left, n - i - left, b + i, less);
    std::swap(a, b);
  }
  if (a != wanted) std::copy_n(a, n, wanted);
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

/// Merges neighbouring sorted runs of `width` elements of `from` into `to`. The output is made in pieces, each a task.
template <class B, class T, class Less>
void merge_pairs_of_runs(B const& exec, T* from, T* to, std::ptrdiff_t n, std::ptrdiff_t width, Less less) {
  constexpr std::ptrdiff_t piece = 16384;
  struct pair_of_runs {
    std::ptrdiff_t left, middle, right;
  };
  auto const pair_of = [=](std::ptrdiff_t p) {
    std::ptrdiff_t const left = p * piece / (2 * width) * (2 * width);
    return pair_of_runs{left, std::min(n, left + width), std::min(n, left + 2 * width)};
  };
  // Where each piece begins in the left run is looked up before any element moves.
  std::ptrdiff_t const pieces = (n + piece - 1) / piece;
  scratch_array<std::ptrdiff_t, B> const splits(exec, pieces);
  exec.for_each_n(
      pieces,
      [=, split = splits.data()](std::ptrdiff_t p) {
        auto const [left, middle, right] = pair_of(p);
        split[p] =
            detail::merge_path(from + left, middle - left, from + middle, right - middle, p * piece - left, less);
      },
      16);
  exec.for_each_n(
      pieces,
      [=, split = static_cast<std::ptrdiff_t const*>(splits.data())](std::ptrdiff_t p) {
        auto const [left, middle, right] = pair_of(p);
        std::ptrdiff_t const begin = p * piece, end = std::min(right, begin + piece);
        std::ptrdiff_t const i = left + split[p], i_end = end == right ? middle : left + split[p + 1];
        std::ptrdiff_t const j = middle + begin - i, j_end = middle + end - i_end;
        detail::merge_runs(from + i, i_end - i, from + j, j_end - j, to + begin, less);
      },
      1);
}

/// Sorts n records stably. If the comparator throws, all of them are alive, with unspecified values.
template <class B, class T, class Less>
void merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t run = 16384;
  constexpr bool plain = std::is_trivially_copyable_v<T>;
  std::ptrdiff_t const runs = (n + run - 1) / run;
  auto const merge_all = [&](T* from, T* to) {
    for (std::ptrdiff_t width = run; width < n; width *= 2) {
      detail::merge_pairs_of_runs(exec, from, to, n, width, less);
      std::swap(from, to);
    }
    if (from != records) {
      exec.for_each_n(n, [=](std::ptrdiff_t i) { to[i] = std::move(from[i]); }, default_grain);
    }
  };
  if constexpr (plain) {
    if (n <= 16) return detail::insertion_sort(records, n, less);
    scratch_array<T, B> const buffer(exec, n);
    exec.for_each_n(
        runs,
        [=, spare = buffer.data()](std::ptrdiff_t t) {
          detail::sort_run(records + t * run, spare + t * run, std::min(run, n - t * run), less);
        },
        1);
    merge_all(records, buffer.data());
  } else {
    exec.for_each_n(
        runs,
        [=](std::ptrdiff_t t) { std::stable_sort(records + t * run, records + std::min(n, (t + 1) * run), less); },
        1);
    if (runs < 2) return;
    // The buffer's elements begin as the sorted runs; from then on both arrays hold objects.
    gathered<T, B> const buffer(exec, n, move_out<T, T*>{records});
    merge_all(buffer.data(), records);
  }
}

}  // namespace thrum::detail
