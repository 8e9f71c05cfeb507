// Sums and scans of segments by blocks of threads, in the shape that reduce and scan have for each
// segment. One thread does a short segment. Other segments are cut into the tiles of their own
// shape. Thread blocks take the tiles one by one, however long a segment is.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/fold.h>
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
#include <thrum/detail/kernels/segments.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Returns how many tiles a segment is cut into: none if the segment is short.
template <class S>
struct tiles_of_segment {
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
struct segment_units {
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
  THRUM_HD bool has(std::ptrdiff_t u) const { return u < before[segments.count]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD sum_unit at(std::ptrdiff_t u) const {
    std::ptrdiff_t low = 0, high = segments.count;
    while (low < high) {
      std::ptrdiff_t const probe = low + (high - low) / 2;
      if (before[probe + 1] <= u) low = probe + 1;
      else high = probe;
    }
    std::ptrdiff_t const origin = segments.begin(low), k = u - before[low];
    std::ptrdiff_t const begin = origin + from + k * tile;
    return {origin, begin, detail::least(tile, segments.end(low) - begin), k == 0};
  }
};

/// Cuts segments into tiles: fills `before`.
template <class B, class S>
void count_tiles(B const& exec, segment_units<S> const& units, std::ptrdiff_t* before) {
  auto const tiles = detail::computed<std::ptrdiff_t>(
      tiles_of_segment<S>{units.segments, units.longest_short, units.tile, units.from});
  exec.scan(tiles, units.segments.count + 1, before, seed<std::ptrdiff_t>{0}, plus<std::ptrdiff_t>{}, exclusive{});
}

/// Sums a short segment, or the sums of the tiles of another segment.
template <class I, class S, class O, class T, class Op>
struct finish_segment_sum {
  I first;
  segment_units<S> units;
  T const* sums;
  O out;
  T init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    Op add = op;
    std::ptrdiff_t const size = units.segments.size(s);
    if (size <= units.longest_short) {
      return detail::store(out[s], seq_policy{}.reduce(first + units.segments.begin(s), size, init, add));
    }
    T total = init;
    for (std::ptrdiff_t u = units.before[s]; u < units.before[s + 1]; ++u) {
      T sum = sums[u];
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
  segment_units<S> const units{segments, reduced_alone, reduce_block, 0, before.data()};
  detail::count_tiles(exec, units, before.data());
  scratch_array<T, B> const sums(exec, units.most());
  reduce_units<segment_units<S>, E, T, Op> const reduce{units, first, sums.data(), op};
  exec.run_blocks(reduce.blocks(), reduce);
  exec.for_each_n(segments.count, finish_segment_sum<E, S, O, T, Op>{first, units, sums.data(), out, init, op}, 1);
}

/// Scans a short segment. For another segment, turns the sums of its tiles into their carries.
template <class Kind, class I, class S, class O, class Seed, class Op>
struct carry_through_segment {
  using T = typename Seed::type;
  I first;
  segment_units<S> units;
  T* sums;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    Op add = op;
    std::ptrdiff_t const begin = units.segments.begin(s), size = units.segments.size(s);
    if (size <= units.longest_short) {
      return seq_policy{}.scan(first + begin, size, out + begin, init, add, Kind{});
    }
    T carry = detail::scan_start(first, begin, init);
    for (std::ptrdiff_t u = units.before[s]; u < units.before[s + 1] - 1; ++u) {
      T sum = sums[u];
      detail::fold_into(carry, sum, add);
      detail::put<T>(sums + u, carry);
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
  using tiles = segment_units<S>;
  scratch_array<std::ptrdiff_t, B> const before(exec, segments.count + 1);
  tiles const units{segments, scanned_alone, scan_tile, scan_begin<Seed>, before.data()};
  detail::count_tiles(exec, units, before.data());
  scratch_array<T, B> const sums(exec, units.most());
  detail::run_units<T>(exec, units.most(), sum_scan_units<tiles, E, T, Op>{units, first, sums.data(), op});
  exec.for_each_n(segments.count,
                  carry_through_segment<Kind, E, S, O, Seed, Op>{first, units, sums.data(), out, init, op}, 1);
  detail::run_units<T>(exec, units.most(),
                       scan_units<Kind, tiles, E, O, Seed, Op>{units, first, out, init, sums.data(), op});
}

}  // namespace thrum::detail
