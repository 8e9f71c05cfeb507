// Finds ranges that are in order, or in the opposite order, before they are sorted, and reverses
// the latter.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The order of the neighbours among n elements: ascending if no element is less than the element
/// before it, descending if none is greater.
struct order_of_neighbours {
  bool ascending, descending;
};
/// Whether processors compare elements of T by Less in vectors.
template <class T, class Less>
inline constexpr bool compares_in_vectors = std::is_arithmetic_v<T> && only_compares<Less>;
template <class T, class Less>
inline constexpr bool compares_in_vectors<T, digits_order<T, Less>> = sorts_by_radix<T, Less>;

/// How many neighbours of type T the calling thread compares alone.
template <class T, bool InVectors>
inline constexpr std::ptrdiff_t neighbours_alone_of =
    InVectors ? std::max(neighbours_alone, numbers_alone / static_cast<std::ptrdiff_t>(sizeof(T)))
              : neighbours_alone;

/// Returns whether is_wrong(i) for no i of [begin, end). is_wrong compares elements of T by Less.
template <class T, class Less, class F>
bool none_is_wrong(std::ptrdiff_t begin, std::ptrdiff_t end, F is_wrong) {
  if constexpr (compares_in_vectors<T, Less>) return detail::none_accepted<T>(begin, end, is_wrong);
  else return detail::none_accepted_in_order(begin, end, is_wrong);
}
/// Tells which of the orders that `found` allows the elements from begin to end, inclusive, have.
template <class T, class Less>
order_of_neighbours order_of_neighbours_between(T const* x, std::ptrdiff_t begin, std::ptrdiff_t end,
                                                order_of_neighbours found, Less& less) {
  if (found.ascending) {
    auto const falls = [&](std::ptrdiff_t i) { return static_cast<bool>(less(x[i + 1], x[i])); };
    found.ascending = detail::none_is_wrong<T, Less>(begin, end, falls);
    // Elements that ascend descend too if the first and the last are equal.
    if (found.ascending) found.descending = found.descending && !less(x[begin], x[end]);
  }
  if (!found.ascending && found.descending) {
    auto const rises = [&](std::ptrdiff_t i) { return static_cast<bool>(less(x[i], x[i + 1])); };
    found.descending = detail::none_is_wrong<T, Less>(begin, end, rises);
  }
  return found;
}
/// Tells which of the wanted orders the neighbours of n elements, n > 0, have. The calling thread
/// compares few neighbours alone, and of many numbers the first ones. Each task ends soon if it
/// finds none.
template <class B, class T, class Less>
order_of_neighbours order_of_neighbours_in(B const& exec, T const* x, std::ptrdiff_t n, Less less,
                                           order_of_neighbours wanted = {true, true}) {
  constexpr bool in_vectors = compares_in_vectors<T, Less>;
  std::ptrdiff_t const pairs = n - 1;
  if (pairs <= neighbours_alone_of<T, in_vectors>)
    return detail::order_of_neighbours_between(x, 0, pairs, wanted, less);
  if constexpr (in_vectors) {
    wanted = detail::order_of_neighbours_between(x, 0, first_neighbours, wanted, less);
    if (!wanted.ascending && !wanted.descending) return wanted;
  }
  std::ptrdiff_t const tile = in_vectors ? numbers_of_task / static_cast<std::ptrdiff_t>(sizeof(T))
                                         : neighbours_of_task,
                       tiles = (pairs + tile - 1) / tile;
  scratch_array<order_of_neighbours, B> const found(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, found = found.data()](std::ptrdiff_t t) {
        Less own = less;
        std::ptrdiff_t const begin = t * tile, end = std::min(pairs, begin + tile);
        found[t] = detail::order_of_neighbours_between(x, begin, end, wanted, own);
      },
      1);
  order_of_neighbours all = wanted;
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    all.ascending = all.ascending && found[t].ascending;
    all.descending = all.descending && found[t].descending;
  }
  return all;
}

/// The lengths of the runs of equal elements with which a tile begins and ends.
struct runs_of_tile {
  std::ptrdiff_t head, tail;
};
/// Reverses the runs of equal elements between begin and end, except for the first and the last
/// one, whose lengths it returns.
template <class T, class Less>
runs_of_tile reverse_inner_runs(T* x, std::ptrdiff_t begin, std::ptrdiff_t end, Less& less) {
  runs_of_tile runs{end - begin, end - begin};
  std::ptrdiff_t first = begin;
  for (std::ptrdiff_t i = begin + 1; i < end; ++i) {
    if (!less(x[i - 1], x[i])) continue;
    if (first == begin) runs.head = i - begin;
    else if (i - first > 1) std::reverse(x + first, x + i);
    first = i;
  }
  runs.tail = end - first;
  return runs;
}

/// Reverses n elements of which none is greater than the element before it. Equal elements stay in
/// their order. A serial backend allocates nothing.
template <class B, class T, class Less>
void reverse_stably(B const& exec, T* x, std::ptrdiff_t n, Less less) {
  if (backend_traits<B>::is_serial || n <= neighbours_alone) {
    std::reverse(x, x + n);
    runs_of_tile const runs = detail::reverse_inner_runs(x, 0, n, less);
    std::reverse(x, x + runs.head);
    if (runs.head < n) std::reverse(x + (n - runs.tail), x + n);
    return;
  }
  // Tiles from both ends exchange their elements. Their inner runs of equal elements are then still
  // in the cache.
  std::ptrdiff_t const half = (n + 1) / 2, tile = neighbours_of_task, tiles = (half + tile - 1) / tile;
  scratch_array<runs_of_tile, B> const runs(exec, 2 * tiles);
  exec.for_each_n(
      tiles,
      [=, runs = runs.data()](std::ptrdiff_t t) {
        Less own = less;
        std::ptrdiff_t const begin = t * tile, end = std::min(half, begin + tile), back = std::min(n / 2, end);
        std::reverse_iterator<T*> const last(x + n);
        std::swap_ranges(x + begin, x + back, last + begin);
        runs[t] = detail::reverse_inner_runs(x, begin, end, own);
        runs[2 * tiles - 1 - t] = detail::reverse_inner_runs(x, n - back, n - begin, own);
      },
      1);
  auto const reverse_run = [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
    std::ptrdiff_t const size = end - begin;
    if (size <= tile) return std::reverse(x + begin, x + end);
    exec.for_each_n(size / 2, [=](std::ptrdiff_t i) { std::swap(x[begin + i], x[end - 1 - i]); }, default_grain);
  };
  std::ptrdiff_t run = 0;
  for (std::ptrdiff_t t = 0; t < 2 * tiles; ++t) {
    bool const is_left = t < tiles;
    std::ptrdiff_t const from = is_left ? t * tile : 2 * tiles - 1 - t;
    std::ptrdiff_t const begin = is_left ? from : n - std::min(n / 2, (from + 1) * tile);
    std::ptrdiff_t const end = is_left ? std::min(half, from + tile) : n - from * tile;
    if (begin == end) continue;
    if (run < begin && less(x[begin - 1], x[begin])) {
      reverse_run(run, begin);
      run = begin;
    }
    if (runs[t].head == end - begin) continue;
    reverse_run(run, begin + runs[t].head);
    run = end - runs[t].tail;
  }
  reverse_run(run, n);
}

/// Sorts n elements, n > 0, whose neighbours are in order or in the opposite order. Returns what
/// order there was.
template <class B, class T, class Less>
order_of_neighbours sort_ordered(B const& exec, T* x, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::order_of_neighbours_in(exec, x, n, less);
  if (!found.ascending && found.descending) detail::reverse_stably(exec, x, n, less);
  return found;
}

}  // namespace thrum::detail
