// reduce_by_key on for_each_n.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/reduce_by_key.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <thrum/detail/memory/objects.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The sums of the parts of runs that a tile does not have as a whole: of the run that is open
/// where the tile begins, and of the run that the tile leaves open, if it begins in the tile.
template <class T>
struct open_parts {
  slot<T> head, tail;
};

/// Writes the first key and the sum of the values of each run of equal adjacent keys, from place
/// `from` on, which is in the first tile and begins a run. Returns the number of runs. Works in
/// stretches that the cache holds, in three steps. First each tile counts the runs that begin in
/// it. Then each tile writes the runs that it has as a whole, and keeps the sums of the others'
/// parts. Then these are added from left to right. Each value is added once.
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t reduce_by_key_by_tasks(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out,
                                      VO values_out, Equal same, Op op, std::ptrdiff_t from) {
  using T = std::iter_value_t<V>;
  constexpr std::ptrdiff_t tile = reduce_by_key_tile, most_tiles = most_reduce_by_key_stretch_tiles;
  std::ptrdiff_t const tiles = (n + tile - 1) / tile;
  std::ptrdiff_t const stretch = std::clamp(reduce_by_key_tiles_of_thread * backend_traits<B>::concurrency(exec),
                                            reduce_by_key_stretch_tiles, most_tiles);
  run_starts<K, Equal> const begins{keys, same};
  std::ptrdiff_t places[most_tiles + 1] = {};  // for each tile of a stretch, the number of runs before the tile
  scratch_objects<open_parts<T>, B> const parts(exec, detail::least(tiles, stretch));
  slot<T> open;  // the sum so far of the run that is open
  for (std::ptrdiff_t first = 0; first < tiles; first += stretch) {
    std::ptrdiff_t const count = detail::least(stretch, tiles - first);
    auto const begin_of = [=](std::ptrdiff_t t) { return first + t > 0 ? (first + t) * tile : from; };
    auto const end_of = [=](std::ptrdiff_t t) { return detail::least(n, (first + t + 1) * tile); };
    exec.for_each_n(
        count,
        [=, place = &places[0]](std::ptrdiff_t t) {
          place[t + 1] = detail::count_runs(begin_of(t), end_of(t), begins);
        },
        1);
    for (std::ptrdiff_t t = 0; t < count; ++t) places[t + 1] += places[t];
    exec.for_each_n(
        count,
        [=, place = &places[0], part = parts.data()](std::ptrdiff_t t) {
          run_starts<K, Equal> at = begins;
          Op add = op;
          std::ptrdiff_t i = begin_of(t);
          std::ptrdiff_t const end = end_of(t);
          if (!at(i)) part[t].head.emplace(detail::sum_run<T>(values, i, end, at, add));
          if (i == end) return;
          detail::reduce_tile_by_key(i, end, keys, values, keys_out, values_out, place[t], part[t].tail, at, add);
        },
        1);
    for (std::ptrdiff_t t = 0; t < count; ++t) {
      auto& [head, tail] = parts[t];
      if (head) detail::fold_into(*open, *head, op);
      head.clear();
      if (!tail) continue;
      if (open) detail::store(values_out[places[t] - 1], std::move(*open));
      open.emplace(std::move(*tail));
      tail.clear();
    }
    places[0] = places[count];
  }
  detail::store(values_out[places[0] - 1], std::move(*open));
  return places[0];
}

/// Sums the values of runs of equal keys on the calling thread or by tasks.
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t tiled_reduce_by_key(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                   Equal same, Op op, std::ptrdiff_t from = 0) {
  auto const alone = [&] {
    return detail::reduce_by_key_in_order(from, keys, n, values, keys_out, values_out, same, op);
  };
  return detail::alone_or_together(exec, n, few_reduce_by_key_tiles * reduce_by_key_tile, alone, [&] {
    return detail::reduce_by_key_by_tasks(exec, keys, n, values, keys_out, values_out, same, op, from);
  });
}

}  // namespace thrum::detail
