// reduce_by_key on for_each_n.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/reduce_by_key.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <thrum/detail/memory/objects.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::detail {

/// Writes the first key and the sum of the values of each run of equal adjacent keys, from place
/// `from` on, which is in the first tile and begins a run. Returns the number of runs. Works in
/// stretches that the cache holds, in three steps. First each tile counts the runs that begin in
/// it, and sums the part of the run that it leaves open. Then the tiles' indices and carries are
/// made from left to right. Then each tile writes the runs that end in it.
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t tiled_reduce_by_key(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                   Equal same, Op op, std::ptrdiff_t from = 0) {
  using T = std::iter_value_t<V>;
  constexpr std::ptrdiff_t tile = reduce_by_key_tile, most_tiles = most_reduce_by_key_stretch_tiles;
  if (n <= 2 * tile) return detail::reduce_by_key_in_order(from, keys, n, values, keys_out, values_out, same, op);
  std::ptrdiff_t const tiles = (n + tile - 1) / tile;
  std::ptrdiff_t const stretch = std::clamp(reduce_by_key_tiles_of_thread * backend_traits<B>::concurrency(exec),
                                            reduce_by_key_stretch_tiles, most_tiles);
  run_starts<K, Equal> const begins{keys, same};
  // For each tile of a stretch: the number of runs before the tile, and the sum of the run that
  // is open before it.
  std::ptrdiff_t places[most_tiles + 1] = {};
  slots<T, B> const open(exec, detail::least(tiles, stretch) + 1);
  for (std::ptrdiff_t first = 0; first < tiles; first += stretch) {
    std::ptrdiff_t const count = detail::least(stretch, tiles - first);
    exec.for_each_n(
        count,
        [=, place = &places[0], part = open.data()](std::ptrdiff_t t) {
          run_starts<K, Equal> at = begins;
          Op add = op;
          std::ptrdiff_t const begin = first + t > 0 ? (first + t) * tile : from,
                               end = detail::least(n, (first + t + 1) * tile);
          std::ptrdiff_t const runs = detail::count_runs(begin, end, begins);
          std::ptrdiff_t last = runs == 0 ? begin : end - 1;
          while (last > begin && !at(last)) --last;
          place[t + 1] = runs;
          part[t + 1].emplace(detail::sum_run<T>(values, last, end, at, add));
        },
        1);
    // Now open[t + 1] is the part of tile t in the run that tile t leaves open. If no run begins
    // in t, the part is the whole tile.
    for (std::ptrdiff_t t = 0; t < count; ++t) {
      if (places[t + 1] == 0) {
        T sum = *open[t];
        detail::fold_into(sum, *open[t + 1], op);
        open[t + 1].emplace(std::move(sum));
      }
      places[t + 1] += places[t];
    }
    exec.for_each_n(
        count,
        [=, place = &places[0], part = open.data()](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = first + t > 0 ? (first + t) * tile : from,
                               end = detail::least(n, (first + t + 1) * tile);
          slot<T> carry;
          if (first + t > 0) carry.emplace(*part[t]);
          detail::reduce_tile_by_key(begin, end, keys, values, keys_out, values_out, place[t], carry, begins, op);
          if (end == n) detail::store(values_out[place[t + 1] - 1], std::move(*carry));
        },
        1);
    places[0] = places[count];
    open[0].emplace(std::move(*open[count]));
  }
  return places[0];
}

}  // namespace thrum::detail
