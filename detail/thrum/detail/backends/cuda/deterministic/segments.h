// Sums and scans of segments by blocks of threads, in the shape that reduce and scan have for each
// segment. One thread does a short segment, after a thread block has fetched some of them as a
// window. Other segments are cut into the tiles of their own shape. Thread blocks take the tiles
// one by one, however long a segment is.
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
#include <thrum/detail/backends/cuda/deterministic/windows.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/seq/reduce.h>
#include <thrum/detail/backends/seq/scan.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
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

/// The segments of a thread block. It fetches elements as windows if Windows.
template <class E, bool Windows = elements_of_window<E> != 0>
struct block_of_segments {
  static constexpr int threads = segment_threads;
  std::ptrdiff_t edges[threads + 1];
  unsigned long_ones[threads / 32];
  std::conditional_t<Windows, window_of<E>, no_room> window;

  THRUM_HD static std::ptrdiff_t blocks(std::ptrdiff_t segments) { return (segments + threads - 1) / threads; }
  THRUM_HD std::ptrdiff_t size(int k) const { return edges[k + 1] - edges[k]; }
  /// Calls one(s) for each long segment of block b in one of its threads.
  THRUM_EXEC_CHECK_DISABLE
  template <class Team, class S, class One>
  THRUM_HD void each_long(Team team, std::ptrdiff_t b, cut_segments<S> const& tiles, One const& one) {
    std::ptrdiff_t const s = b * threads;
    team.each([&](int t) {
      if (s + t < tiles.segments.count && size(t) > tiles.longest_short) one(s + t);
    });
  }

  /// Calls one(s, size, first, out) for each short segment of block b in one of its threads.
  /// Elements of the segment are at `first`. If Stores, the segment's results go to `out`, which is
  /// `first` for elements in a window: they are then stored in `results`.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Stores, class Team, class S, class I, class O, class One>
  THRUM_HD void each_short(Team team, std::ptrdiff_t b, cut_segments<S> const& tiles, I elements, O results,
                           One const& one) {
    std::ptrdiff_t const s = b * threads;
    int const count = static_cast<int>(detail::least(threads, tiles.segments.count - s));
    team.each([&](int t) {
      if (t < count) edges[t] = tiles.segments.begin(s + t);
      if (t == 0) edges[count] = tiles.segments.end(s + count - 1);
    });
    if constexpr (!Windows) {
      team.each([&](int t) {
        if (t < count && size(t) <= tiles.longest_short)
          one(s + t, size(t), elements + edges[t], results + edges[t]);
      });
    } else {
      team.mark(count, [&](int k) { return size(k) > tiles.longest_short; }, long_ones);
      for (int k = 0; k < count;) {
        if (is_long(k)) {
          ++k;
          continue;
        }
        std::ptrdiff_t const from = edges[k];
        int const end =
            k + static_cast<int>(detail::find_between(0, next_long(k, count) - k, [&](std::ptrdiff_t j) {
              return edges[k + static_cast<int>(j) + 1] - from > window.size;
            }));
        int const n = static_cast<int>(edges[end] - from);
        team.each([&](int t) { window.template fetch<threads>(elements + from, n, t, 0, from); });
        team.each([&](int t) {
          if (t < k || t >= end) return;
          auto const items = window.elements() + (edges[t] - from);
          one(s + t, size(t), items, items);
        });
        if constexpr (Stores) {
          team.each([&](int t) { window.template give<threads>(results + from, n, t, from); });
        }
        k = end;
      }
    }
  }

 private:
  THRUM_HD bool is_long(int k) const { return (long_ones[k / 32] >> (k % 32) & 1U) != 0; }
  THRUM_HD int next_long(int k, int count) const {
    while (k < count && !is_long(k)) {
      unsigned const rest = long_ones[k / 32] >> (k % 32);
      k += rest == 0 ? 32 - k % 32 : detail::lowest_bit(rest);
    }
    return k < count ? k : count;
  }
};

/// Sums short segments, and the sums of the tiles of the other segments.
template <class I, class S, class O, class T, class Op>
struct segment_sum_finisher {
  using shared = block_of_segments<std::iter_value_t<I>>;
  static constexpr int threads = shared::threads;
  I first;
  cut_segments<S> tiles;
  T const* sums;
  O out;
  T init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t b, shared& here) const {
    here.template each_short<false>(team, b, tiles, first, first, short_sum{out, init, op});
    here.each_long(team, b, tiles, [&](std::ptrdiff_t s) { add_tiles(s); });
  }

 private:
  struct short_sum {
    O out;
    T init;
    Op op;
    THRUM_EXEC_CHECK_DISABLE
    template <class E>
    THRUM_HD void operator()(std::ptrdiff_t s, std::ptrdiff_t size, E elements, E) const {
      detail::store(out[s], seq_policy{}.reduce(elements, size, init, op));
    }
  };
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void add_tiles(std::ptrdiff_t s) const {
    Op add = op;
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
  using finisher = segment_sum_finisher<E, S, O, T, Op>;
  exec.run_blocks(finisher::shared::blocks(segments.count), finisher{first, tiles, sums.data(), out, init, op});
}

/// Scans short segments. Turns the sums of the tiles of the other segments into their carries.
template <class Kind, class I, class S, class O, class Seed, class Op>
struct segment_carrier {
  using T = typename Seed::type;
  using element = std::iter_value_t<I>;
  using shared = block_of_segments<element, std::is_same_v<element, T> && elements_of_window<T> != 0>;
  static constexpr int threads = shared::threads;
  I first;
  cut_segments<S> tiles;
  T* sums;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t b, shared& here) const {
    here.template each_short<true>(team, b, tiles, first, out, short_scan{init, op});
    here.each_long(team, b, tiles, [&](std::ptrdiff_t s) { carry(s); });
  }

 private:
  struct short_scan {
    Seed init;
    Op op;
    THRUM_EXEC_CHECK_DISABLE
    template <class From, class To>
    THRUM_HD void operator()(std::ptrdiff_t, std::ptrdiff_t size, From elements, To results) const {
      seq_policy{}.scan(elements, size, results, init, op, Kind{});
    }
  };
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void carry(std::ptrdiff_t s) const {
    Op add = op;
    T sum_before = detail::scan_start(first, tiles.segments.begin(s), init);
    for (std::ptrdiff_t k = tiles.before[s]; k < tiles.before[s + 1] - 1; ++k) {
      T sum = sums[k];
      detail::fold_into(sum_before, sum, add);
      detail::put<T>(sums + k, sum_before);
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
  using carrier = segment_carrier<Kind, E, S, O, Seed, Op>;
  exec.run_blocks(carrier::shared::blocks(segments.count), carrier{first, tiles, sums.data(), out, init, op});
  detail::run_tiles<T>(exec, tiles.most(),
                       tile_scan<Kind, cut, E, O, Seed, Op>{tiles, first, out, init, sums.data(), op});
}

}  // namespace thrum::detail
