// Ranges that are in order before they are sorted, or in the opposite order.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/scratch.h>
#include <algorithm>
#include <cstddef>

namespace thrum::detail {

/// Whether none of n elements is less than the one before it, or none is greater.
struct order_of_neighbours {
  bool ascending, descending;
};
/// It ends soon where neither holds.
template <class B, class T, class Less>
order_of_neighbours order_of(B const& exec, T const* x, std::ptrdiff_t n, Less less) {
  std::ptrdiff_t const pairs = n - 1, tile = 8192, tiles = (pairs + tile - 1) / tile;
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

/// Reverses n elements of which none is greater than the one before it; equal ones stay in their order. At `buffer` is room
/// for n.
template <class B, class T, class Less>
void reverse_stably(B const& exec, T* x, std::ptrdiff_t n, T* buffer, Less less) {
  std::ptrdiff_t const tile = 8192, tiles = (n + tile - 1) / tile;
  exec.for_each_n(
      tiles,
      [=](std::ptrdiff_t t) { std::copy(x + t * tile, x + std::min(n, (t + 1) * tile), buffer + t * tile); }, 1);
  exec.for_each_n(
      tiles,
      [=, from = static_cast<T const*>(buffer)](std::ptrdiff_t t) {
        Less own = less;
        T const *const end = from + std::min(n, (t + 1) * tile), *i = from + t * tile;
        // Equal elements are [first, last), of which this tile may have a part.
        T const* first = std::partition_point(from, i, [&](T const& other) { return own(*i, other); });
        while (i < end) {
          if (first == i && i + 1 < end && own(i[1], i[0])) {
            x[from + n - 1 - i] = *i;
            first = ++i;
            continue;
          }
          T const* part_end = i + 1;
          while (part_end < end && !own(*part_end, *i)) ++part_end;
          T const* last = part_end;
          if (part_end == end) {
            last = std::partition_point(end, from + n, [&](T const& other) { return !own(other, *i); });
          }
          std::copy(i, part_end, x + (from + n - last) + (i - first));
          first = i = part_end;
        }
      },
      1);
}

}  // namespace thrum::detail
