// find_first on for_each_n.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <atomic>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// The search of a range in chunks. Tasks take chunks from left to right until a chunk begins after
/// the best hit. The first chunks are one tile long, so that an early hit is cheap. The other
/// chunks are long enough for memory to come in a stream, but there are enough of them for all
/// tasks to end together.
template <class P>
class tiled_search {
 public:
  tiled_search(std::ptrdiff_t begin, std::ptrdiff_t n, std::ptrdiff_t tile)
      : begin_(begin),
        n_(n),
        tile_(tile),
        tiles_((n - begin) / tile),
        long_chunk_(length_of_long_chunk(tiles_)),
        best_(n) {}

  /// Does the work of one task.
  void work(P accept) {
    try {
      while (begin_of(next_.load(std::memory_order_relaxed)) < best()) {
        std::ptrdiff_t const chunk = next_.fetch_add(1, std::memory_order_relaxed);
        std::ptrdiff_t const end = begin_of(chunk + 1);
        for (std::ptrdiff_t i = begin_of(chunk); i < end; i += tile_) {
          if (i >= best()) return;
          std::ptrdiff_t const stop = detail::least(end, i + tile_);
          std::ptrdiff_t const hit = detail::find_ahead(i, stop, accept, false);
          if (hit == stop) continue;
          std::ptrdiff_t seen = best();
          while (hit < seen && !best_.compare_exchange_weak(seen, hit, std::memory_order_relaxed)) {
          }
          return;
        }
      }
    } catch (...) {
      best_.store(0, std::memory_order_relaxed);  // no task goes on
      throw;
    }
  }
  std::ptrdiff_t best() const { return best_.load(std::memory_order_relaxed); }

 private:
  static std::ptrdiff_t length_of_long_chunk(std::ptrdiff_t tiles) {
    return tiles < long_search_chunks ? 1 : detail::least(longest_search_chunk, tiles / long_search_chunks);
  }
  /// Returns the index at which a chunk begins.
  std::ptrdiff_t begin_of(std::ptrdiff_t chunk) const {
    std::ptrdiff_t const shorts = detail::least(chunk, short_search_chunks);
    std::ptrdiff_t const at = shorts + (chunk - shorts) * long_chunk_;
    return at > tiles_ ? n_ : begin_ + at * tile_;
  }

  std::ptrdiff_t const begin_, n_, tile_, tiles_, long_chunk_;
  std::atomic<std::ptrdiff_t> next_{0}, best_;
};

/// Returns the least i in [begin, n) with pred(i), or n if there is none.
template <class B, class P>
std::ptrdiff_t find_first_by_tasks(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t n, P pred,
                                   std::ptrdiff_t tile) {
  tiled_search<P> search(begin, n, tile);
  exec.for_each_n(
      detail::least((n - begin - 1) / tile + 1, most_search_tasks),
      [=, &search](std::ptrdiff_t) { search.work(pred); }, 1);
  return search.best();
}

/// Returns the least i in [0, n) with pred(i), or n if there is none. `tile` indices are worth a
/// task. The calling thread alone searches up to four times as many. If pred only compares numbers,
/// 2^16 bytes are worth a task, and the calling thread begins alone: a search that ends soon ends
/// before other threads come.
template <class B, class P>
std::ptrdiff_t tiled_find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile) {
  constexpr auto bytes = static_cast<std::ptrdiff_t>(compared_bytes<P>);
  if constexpr (bytes != 0) tile = tile * 16 / bytes;
  std::ptrdiff_t const few = 4 * tile;
  std::ptrdiff_t begin = 0;
  if (bytes != 0 || n <= few) {
    begin = detail::find_ahead(0, n < 0 ? 0 : detail::least(n, few), pred);
    if (begin < few || n == few) return begin;
  }
  return detail::find_first_by_tasks(exec, begin, n, std::move(pred), tile);
}

}  // namespace thrum::detail
