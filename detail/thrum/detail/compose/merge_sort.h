// Merge sort: tiles are sorted on their own, then merged in pairs, each merge split over tasks by merge path.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/merge.h>
#include <thrum/detail/compose/sort_run.h>
#include <thrum/detail/gathered.h>
#include <thrum/detail/scratch.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// How long the runs are that a task sorts on its own, and the pieces in which outputs of merges are made, each a task.
constexpr std::ptrdiff_t merge_piece_of(std::ptrdiff_t n) { return n <= 131072 ? 4096 : 16384; }

/// Merges neighbouring sorted runs of `width` elements of `from` into `to`. `split` is room for a number a piece.
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

/// Whether n records are in order already, or in the opposite one, without equal ones, and then brings them into order. It
/// ends soon where they are not.
template <class B, class T, class Less>
bool sort_if_in_order(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  std::ptrdiff_t const pairs = n - 1, tile = detail::merge_piece_of(n), tiles = (pairs + tile - 1) / tile;
  // Of a tile of pairs of neighbours: whether none falls, or all do.
  struct order {
    bool ascending, descending;
  };
  scratch_array<order, B> const found(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, found = found.data()](std::ptrdiff_t t) {
        Less own = less;
        std::ptrdiff_t const begin = t * tile, end = std::min(pairs, begin + tile);
        bool const falls = own(records[begin + 1], records[begin]);
        std::ptrdiff_t i = begin + 1;
        while (i < end && static_cast<bool>(own(records[i + 1], records[i])) == falls) ++i;
        found[t] = {i == end && !falls, i == end && falls};
      },
      1);
  bool ascending = true, descending = true;
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    ascending = ascending && found[t].ascending;
    descending = descending && found[t].descending;
  }
  if (descending) {
    exec.for_each_n(n / 2, [=](std::ptrdiff_t i) { std::swap(records[i], records[n - 1 - i]); }, default_grain);
  }
  return ascending || descending;
}

/// Sorts n records stably. If the comparator throws, all of them are alive, with unspecified values. Nothing is allocated
/// once a record has moved.
template <class B, class T, class Less>
void merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  if (n <= 16) return detail::insertion_sort(records, n, less);
  if (detail::sort_if_in_order(exec, records, n, less)) return;
  std::ptrdiff_t const run = detail::merge_piece_of(n);
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
