// Sums and scans of segments by blocks of threads, in the shape that reduce and scan have for each
// segment. One thread does a short segment. Other segments are cut into the tiles of their own
// shape. Thread blocks take the tiles one by one, however long a segment is.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/deterministic/reduce.h>
#include <thrum/detail/backends/cuda/deterministic/scan.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/seq/reduce.h>
#include <thrum/detail/backends/seq/scan.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Returns how many tiles a segment is cut into: none if the segment is short.
template <class S>
struct segment_tile_counter {
  S segments;
  std::ptrdiff_t longest_short, tile, from;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t s) const {
    if (s >= segments.count) return 0;
    std::ptrdiff_t const size = segments.size(s);
    return size <= longest_short ? 0 : (size - from - 1) / tile + 1;
  }
};

/// The tiles of all segments. before[s] is the number of tiles of the segments before s.
template <class S>
struct cut_segments {
  S segments;
  std::ptrdiff_t longest_short, tile, from;
  std::ptrdiff_t const* before;
  /// Returns a bound of the number of tiles. The number itself is on the device.
  THRUM_HD std::ptrdiff_t most() const {
    if constexpr (std::is_same_v<S, segments_by_size>) {
      if (segments.length <= longest_short) return 0;
    }
    std::ptrdiff_t const cut = segments.n / (longest_short + 1);
    return (segments.n / tile) + (cut < segments.count ? cut : segments.count);
  }
  THRUM_HD bool has(std::ptrdiff_t k) const { return k < before[segments.count]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD sum_tile at(std::ptrdiff_t k) const {
    std::ptrdiff_t const s =
        detail::find_between(0, segments.count, [&](std::ptrdiff_t probe) { return before[probe + 1] > k; });
    std::ptrdiff_t const origin = segments.begin(s), within = k - before[s];
    std::ptrdiff_t const begin = origin + from + within * tile;
    return {origin, begin, detail::least(tile, segments.end(s) - begin), within == 0};
  }
};

/// Cuts segments into tiles: fills `before`.
template <class B, class S>
void count_tiles(B const& exec, cut_segments<S> const& tiles, std::ptrdiff_t* before) {
  auto const counts = detail::computed<std::ptrdiff_t>(
      segment_tile_counter<S>{tiles.segments, tiles.longest_short, tiles.tile, tiles.from});
  exec.scan(counts, tiles.segments.count + 1, before, seed<std::ptrdiff_t>{0}, plus<std::ptrdiff_t>{},
            exclusive{});
}

/// Sums a short segment, or the sums of the tiles of another segment.
template <class I, class S, class O, class T, class Op>
struct segment_sum_finisher {
  I first;
  cut_segments<S> tiles;
  T const* sums;
  O out;
  T init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    Op add = op;
    std::ptrdiff_t const size = tiles.segments.size(s);
    if (size <= tiles.longest_short) {
      return detail::store(out[s], seq_policy{}.reduce(first + tiles.segments.begin(s), size, init, add));
    }
    T total = init;
    for (std::ptrdiff_t k = tiles.before[s]; k < tiles.before[s + 1]; ++k) {
      T sum = sums[k];
      detail::fold_into(total, sum, add);
    }
    detail::store(out[s], total);
  }
};

/// Sets out[s] to the result of op over init and the elements of segment s.
template <class B, class I, class S, class O, class T, class Op>
void reduce_segments_by_blocks(B const& exec, I from, S segments, O out, T init, Op op) {
  if (segments.count <= 0) return;
  auto const first = detail::elements_to_sum(from);
  using E = std::remove_const_t<decltype(first)>;
  scratch_array<std::ptrdiff_t, B> const before(exec, segments.count + 1);
  cut_segments<S> const tiles{segments, longest_segment_reduced_by_thread, reduce_tile, 0, before.data()};
  detail::count_tiles(exec, tiles, before.data());
  scratch_array<T, B> const sums(exec, tiles.most());
  tile_reduction<cut_segments<S>, E, T, Op> const reduce{tiles, first, sums.data(), op};
  exec.run_blocks(reduce.blocks(), reduce);
  exec.for_each_n(segments.count, segment_sum_finisher<E, S, O, T, Op>{first, tiles, sums.data(), out, init, op},
                  1);
}

/// Scans a short segment. For another segment, turns the sums of its tiles into their carries.
template <class Kind, class I, class S, class O, class Seed, class Op>
struct segment_carrier {
  using T = typename Seed::type;
  I first;
  cut_segments<S> tiles;
  T* sums;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    Op add = op;
    std::ptrdiff_t const begin = tiles.segments.begin(s), size = tiles.segments.size(s);
    if (size <= tiles.longest_short) {
      return seq_policy{}.scan(first + begin, size, out + begin, init, add, Kind{});
    }
    T carry = detail::scan_start(first, begin, init);
    for (std::ptrdiff_t k = tiles.before[s]; k < tiles.before[s + 1] - 1; ++k) {
      T sum = sums[k];
      detail::fold_into(carry, sum, add);
      detail::put<T>(sums + k, carry);
    }
  }
};

/// Scans each segment on its own, starting from the seed.
template <class B, class I, class S, class O, class Seed, class Op, class Kind>
void scan_segments_by_blocks(B const& exec, I from, S segments, O out, Seed init, Op op, Kind) {
  using T = typename Seed::type;
  if (segments.count <= 0) return;
  auto const first = detail::elements_to_sum(from);
  using E = std::remove_const_t<decltype(first)>;
  using cut = cut_segments<S>;
  scratch_array<std::ptrdiff_t, B> const before(exec, segments.count + 1);
  cut const tiles{segments, longest_segment_scanned_by_thread, scan_tile, scan_begin<Seed>, before.data()};
  detail::count_tiles(exec, tiles, before.data());
  scratch_array<T, B> const sums(exec, tiles.most());
  detail::run_tiles<T>(exec, tiles.most(), scan_tile_sum<cut, E, T, Op>{tiles, first, sums.data(), op});
  exec.for_each_n(segments.count,
                  segment_carrier<Kind, E, S, O, Seed, Op>{first, tiles, sums.data(), out, init, op}, 1);
  detail::run_tiles<T>(exec, tiles.most(),
                       tile_scan<Kind, cut, E, O, Seed, Op>{tiles, first, out, init, sums.data(), op});
}

}  // namespace thrum::detail
