// Finds ranges that are in order, or in the opposite order, before they are sorted, and reverses
// the latter.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <algorithm>
#include <cstddef>

namespace thrum::detail {

/// The order of the neighbours among n elements: ascending if no element is less than the element
/// before it, descending if none is greater.
struct order_of_neighbours {
  bool ascending, descending;
};
/// Compares the neighbours of n elements. Ends soon if neither ascending nor descending holds.
template <class B, class T, class Less>
order_of_neighbours order_of_neighbours_in(B const& exec, T const* x, std::ptrdiff_t n, Less less) {
  std::ptrdiff_t const pairs = n - 1, tile = neighbours_of_task, tiles = (pairs + tile - 1) / tile;
  scratch_array<order_of_neighbours, B> const found(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, found = found.data()](std::ptrdiff_t t) {
        Less own = less;
        order_of_neighbours all{true, true};
        std::ptrdiff_t const end = std::min(pairs, (t + 1) * tile);
        for (std::ptrdiff_t i = t * tile; i < end && (all.ascending || all.descending); ++i) {
          if (own(x[i + 1], x[i])) all.ascending = false;
          else if (all.descending) all.descending = !static_cast<bool>(own(x[i], x[i + 1]));
        }
        found[t] = all;
      },
      1);
  order_of_neighbours all{true, true};
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    all.ascending = all.ascending && found[t].ascending;
    all.descending = all.descending && found[t].descending;
  }
  return all;
}

/// The places where the runs of equal elements begin that concern a tile: the first and the last
/// run that begin in the tile, the last run that begins before it, and the first run that begins
/// after it.
struct runs_of_tile {
  std::ptrdiff_t first, last, before, after;
};

/// Reverses n elements of which none is greater than the element before it. Equal elements stay in
/// their order. `buffer` has room for n elements. Only neighbours are compared, so that all tiles
/// see the same runs of equal elements, whatever `less` says.
template <class B, class T, class Less>
void reverse_stably(B const& exec, T* x, std::ptrdiff_t n, T* buffer, Less less) {
  std::ptrdiff_t const tile = neighbours_of_task, tiles = (n + tile - 1) / tile;
  scratch_array<runs_of_tile, B> const runs(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, runs = runs.data()](std::ptrdiff_t t) {
        Less own = less;
        auto const run_starts = [&](std::ptrdiff_t i) { return i == 0 || own(x[i], x[i - 1]); };
        std::ptrdiff_t const begin = t * tile, end = std::min(n, begin + tile);
        std::ptrdiff_t first = begin, last = end - 1;
        while (first < end && !run_starts(first)) ++first;
        while (last > first && !run_starts(last)) --last;
        runs[t] = {first, last, 0, n};  // if no run begins here, both are after the tile
        std::copy(x + begin, x + end, buffer + begin);
      },
      1);
  auto const has_any = [&](std::ptrdiff_t t) { return runs[t].first < std::min(n, (t + 1) * tile); };
  for (std::ptrdiff_t t = 1; t < tiles; ++t) {
    runs[t].before = has_any(t - 1) ? runs[t - 1].last : runs[t - 1].before;
  }
  for (std::ptrdiff_t t = tiles - 2; t >= 0; --t) {
    runs[t].after = has_any(t + 1) ? runs[t + 1].first : runs[t + 1].after;
  }
  exec.for_each_n(
      tiles,
      [=, from = static_cast<T const*>(buffer),
       runs = static_cast<runs_of_tile const*>(runs.data())](std::ptrdiff_t t) {
        Less own = less;
        T const *i = from + t * tile, *const end = from + std::min(n, (t + 1) * tile);
        // The run is [first, last). This tile may have a part of it.
        T const* first = runs[t].first == t * tile ? i : from + runs[t].before;
        while (i < end) {
          if (first == i && i + 1 < end && own(i[1], i[0])) {
            x[from + n - 1 - i] = *i;
            first = ++i;
            continue;
          }
          T const* part_end = i + 1;
          while (part_end < end && !own(*part_end, part_end[-1])) ++part_end;
          T const* const last = part_end == end ? from + runs[t].after : part_end;
          std::copy(i, part_end, x + (from + n - last) + (i - first));
          first = i = part_end;
        }
      },
      1);
}

}  // namespace thrum::detail
