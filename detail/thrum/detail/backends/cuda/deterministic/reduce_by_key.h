// reduce_by_key by blocks of threads, in the shape of detail/kernels/shape/reduce_by_key.h. First,
// each tile marks and counts its runs and sums its last run. Then the sums that tiles leave open
// are joined from left to right. In the end each tile writes the runs that end in it: the threads
// fetch a window of elements together, and each thread adds the elements of a run.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/reduce.h>
#include <thrum/detail/backends/cuda/deterministic/runs.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/deterministic/windows.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

static_assert(run_tile == reduce_by_key_tile);

/// Sums the part of a run in the shape of sum_part, by a thread for each lane or quarter, or by one
/// thread from left to right. Leaves the sum in sums[0].
template <class T>
struct part_sum_by_team {
  static constexpr int threads = run_threads;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team, class V, class Op>
  THRUM_HD void operator()(Team team, V values, std::ptrdiff_t n, bool in_order, element_window<T>& window,
                           T* sums, Op const& op) const {
    if constexpr (adds_floats<Op, T>) {
      if (!in_order) return add_lanes(team, values, n, sums, op);
    }
    int const streams = in_order ? 1 : 4, most = element_window<T>::size / streams;
    std::ptrdiff_t const length = n / streams;
    for (std::ptrdiff_t at = 0; at < length; at += most) {
      int const count = static_cast<int>(detail::least(most, length - at));
      team.each([&](int t) {
        for (int s = 0; s < streams; ++s) {
          V const first = values + (s * length + at);
          window.template fetch<threads>(first, count, t, s * most);
          if (at == 0 && t == s) detail::put<T>(sums + s, static_cast<T>(first[0]));
        }
      });
      team.each([&](int t) {
        if (t < streams) add(window.elements() + t * most, at == 0 ? 1 : 0, count, sums + t, op);
      });
    }
    team.each([&](int t) {
      if (t == 0) join(values, streams, streams * length, n, sums, op);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Team, class V, class Op>
  THRUM_HD static void add_lanes(Team team, V values, std::ptrdiff_t n, T* sums, Op const& op) {
    team.each([&](int t) {
      Op add = op;
      if (t < lanes_of_part) detail::put<T>(sums + t, detail::sum_lane<T, lanes_of_part, true>(values, n, t, add));
    });
    team.each([&](int t) {
      if (t == 0) join(values, lanes_of_part, n, n, sums, op);
    });
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class Op>
  THRUM_HD static void add(I values, std::ptrdiff_t i, std::ptrdiff_t end, T* to, Op const& op) {
    Op add = op;
    T sum = *to;
    for (; i < end; ++i) detail::fold_into(sum, values[i], add);
    detail::put<T>(to, sum);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class V, class Op>
  THRUM_HD static void join(V values, int streams, std::ptrdiff_t i, std::ptrdiff_t n, T* sums, Op const& op) {
    Op add = op;
    for (; i < n; ++i) detail::fold_into(sums[streams - 1], values[i], add);
    for (int s = 1; s < streams; ++s) detail::fold_into(sums[0], sums[s], add);
  }
};

/// The shared memory of part_sum_by_team.
template <class T>
struct room_of_parts {
  element_window<T> window;
  uninitialized_array<T, lanes_of_part> sums;
};
template <class T>
using parts_room = std::conditional_t<elements_of_window<T> != 0, room_of_parts<T>, no_room>;

/// Marks the runs that begin in a tile, counts them, and sums the last run of the tile as far as
/// the run lies in the tile. If no run begins in the tile, the last run began in an earlier tile.
template <class T, class K, class V, class Equal, class Op>
struct last_run_sum {
  static constexpr int threads = run_threads;
  using starts = run_starts<K, Equal>;
  struct shared {
    unsigned words[run_words];
    int counts[threads];
    int last;  // where the last run begins, or -1
    either_room<typename run_marker<starts>::room, parts_room<T>> room;
  };
  std::ptrdiff_t n;
  starts begins;
  V values;
  T* open;
  std::ptrdiff_t* runs;
  unsigned* marks;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& here) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    int const size = static_cast<int>(end - begin);
    run_marker<starts>::mark(team, begin, size, begins, here.words, here.room.a);
    team.each([&](int t) {
      here.counts[t] = 0;
      for (int w = t; w < (size + 31) / 32; w += threads) {
        here.counts[t] += detail::bit_count(here.words[w]);
        marks[tile * run_words + w] = here.words[w];
      }
      if (t == 0) here.last = detail::last_mark(here.words, size);
    });
    team.each([&](int t) {
      if (t != 0) return;
      int count = 0;
      for (int const k : here.counts) count += k;
      runs[tile] = count;
    });
    std::ptrdiff_t const from = here.last < 0 ? begin : begin + here.last;
    if constexpr (elements_of_window<T> != 0) {
      if (end - from >= long_part) {
        T* const sums = here.room.b.sums.items;
        part_sum_by_team<T>{}(team, values + from, end - from, false, here.room.b.window, sums, op);
        team.each([&](int t) {
          if (t == 0) detail::put<T>(open + tile, sums[0]);
        });
        return;
      }
    }
    team.each([&](int t) {
      Op add = op;
      if (t == 0) detail::put<T>(open + tile, detail::sum_part<T>(values, from, end, add));
    });
  }
};

/// Writes the sums of the runs that end in a tile, and the keys of the runs that begin in it.
template <class T, class K, class V, class KO, class VO, class Op>
struct tile_run_writer {
  static constexpr int threads = run_threads;
  struct shared {
    run_heads heads;
    parts_room<T> room;
  };
  std::ptrdiff_t n;
  K keys;
  V values;
  KO keys_out;
  VO values_out;
  T const* open;
  std::ptrdiff_t const* runs;
  unsigned const* marks;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& here) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    run_heads& heads = here.heads;
    heads.find(team, static_cast<int>(end - begin), marks + tile * run_words);
    team.each([&](int t) {
      for (int r = t; r < heads.size(); r += threads) {
        detail::store(keys_out[runs[tile] + r], keys[begin + heads[r]]);
      }
    });
    // Part 0 belongs to the run that the earlier tiles left open. The last part is left open.
    int p = tile == 0 ? 1 : 0;
    V const first = values + begin;
    if constexpr (elements_of_window<T> == 0) {
      team.each([&](int t) {
        for (int k = p + t; k < heads.size(); k += threads) write(tile, k, first, heads);
      });
    } else {
      element_window<T>& window = here.room.window;
      while (p < heads.size()) {
        std::ptrdiff_t const from = heads.part(p);
        int const next = heads.part_beyond(p, heads.size(), window.size);
        if (next == p) {
          T* const sums = here.room.sums.items;
          std::ptrdiff_t const size = heads.part(p + 1) - from;
          part_sum_by_team<T>{}(team, first + from, size, in_order(p, heads), window, sums, op);
          team.each([&](int t) {
            if (t == 0) write_sum(tile, p, sums[0], false);
          });
          ++p;
          continue;
        }
        int const count = static_cast<int>(heads.part(next) - from);
        team.each([&](int t) { window.template fetch<threads>(first + from, count, t, 0, from); });
        team.each([&](int t) {
          for (int k = p + t; k < next; k += threads) write(tile, k, window.elements() + -from, heads);
        });
        p = next;
      }
    }
  }

 private:
  THRUM_HD static bool in_order(int p, run_heads const& heads) {
    return std::is_arithmetic_v<T> && p > 0 && heads.are_short();
  }
  /// Sums part p of the tile's elements and writes the sum.
  THRUM_EXEC_CHECK_DISABLE
  template <class I>
  THRUM_HD void write(std::ptrdiff_t tile, int p, I elements, run_heads const& heads) const {
    Op add = op;
    std::ptrdiff_t const i = heads.part(p), end = heads.part(p + 1);
    if (i == end) return write_sum(tile, p, open[tile - 1], true);
    write_sum(
        tile, p,
        in_order(p, heads) ? sum_in_order(elements, i, end, add) : detail::sum_part<T>(elements, i, end, add),
        false);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void write_sum(std::ptrdiff_t tile, int p, T const& part, bool is_all) const {
    if (p > 0 || is_all) return detail::store(values_out[runs[tile] + p - 1], part);
    Op add = op;
    T sum = open[tile - 1];
    T other = part;
    detail::fold_into(sum, other, add);
    detail::store(values_out[runs[tile] - 1], sum);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I>
  THRUM_HD static T sum_in_order(I elements, std::ptrdiff_t i, std::ptrdiff_t end, Op& add) {
    T sum = static_cast<T>(elements[i]);
    for (++i; i < end; ++i) detail::fold_into(sum, elements[i], add);
    return sum;
  }
};

/// Writes the sum of the last run, and the number of runs.
template <class VO>
struct last_run_writer {
  VO values_out;
  std::ptrdiff_t* count;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(std::ptrdiff_t runs, T const& sum) const {
    detail::store(values_out[runs - 1], sum);
    *count = runs;
  }
};

/// Does reduce_by_key for n > 0 elements. Leaves the number of runs in *count.
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
void reduce_by_key_by_blocks(B const& exec, K keys, std::ptrdiff_t n, V values_first, KO keys_out, VO values_out,
                             Equal same, Op op, std::ptrdiff_t* count) {
  using T = std::iter_value_t<V>;
  auto const values = detail::elements_to_sum(values_first);
  using E = std::remove_const_t<decltype(values)>;
  std::ptrdiff_t const tiles = (n - 1) / run_tile + 1;
  scratch_array<T, B> const open(exec, tiles);
  scratch_array<std::ptrdiff_t, B> const runs(exec, tiles);
  scratch_array<unsigned, B> const marks(exec, tiles * run_words);
  run_starts<K, Equal> const begins{keys, same};
  exec.run_blocks(tiles,
                  last_run_sum<T, K, E, Equal, Op>{n, begins, values, open.data(), runs.data(), marks.data(), op});
  using finish = last_run_writer<VO>;
  exec.run_blocks(1, run_follower<T, Op, finish>{tiles, open.data(), runs.data(), op, finish{values_out, count}});
  exec.run_blocks(tiles, tile_run_writer<T, K, E, KO, VO, Op>{n, keys, values, keys_out, values_out, open.data(),
                                                              runs.data(), marks.data(), op});
}

}  // namespace thrum::detail
