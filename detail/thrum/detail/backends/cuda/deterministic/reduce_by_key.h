// reduce_by_key by blocks of threads, in the shape of detail/kernels/shape/reduce_by_key.h. First,
// each tile counts its runs and sums its last run. Then the sums that tiles leave open are joined
// from left to right. In the end each tile writes the runs that end in it, and each thread writes
// several runs one after the other.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/runs.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

static_assert(run_tile == reduce_by_key_tile);

/// Counts the runs that begin in a tile, and sums the last run of the tile as far as the run lies
/// in the tile. If no run begins in the tile, the last run began in an earlier tile.
template <class T, class K, class V, class Equal, class Op>
struct last_run_sum {
  static constexpr int threads = run_threads;
  using shared = run_heads;
  std::ptrdiff_t n;
  run_starts<K, Equal> begins;
  V values;
  T* open;
  std::ptrdiff_t* runs;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& heads) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    heads.find(team, begin, end, begins);
    team.each([&](int t) {
      if (t == 0) sum(tile, begin, end, heads);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void sum(std::ptrdiff_t tile, std::ptrdiff_t begin, std::ptrdiff_t end, run_heads const& heads) const {
    Op add = op;
    int const count = heads.size();
    runs[tile] = count;
    std::ptrdiff_t const last = count == 0 ? begin : begin + heads[count - 1];
    detail::put<T>(open + tile, detail::sum_part<T>(values, last, end, add));
  }
};

/// Writes the sums of the runs that end in a tile, and the keys of the runs that begin in it.
template <class T, class K, class V, class KO, class VO, class Equal, class Op>
struct tile_run_writer {
  static constexpr int threads = run_threads;
  using shared = run_heads;
  std::ptrdiff_t n;
  run_starts<K, Equal> begins;
  V values;
  KO keys_out;
  VO values_out;
  T const* open;
  std::ptrdiff_t const* runs;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& heads) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    heads.find(team, begin, end, begins);
    team.each([&](int t) {
      write(tile, begin, t, heads);
      if (t == run_threads - 1 && tile > 0 && heads.size() > 0) write_open(tile, begin, heads);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void write(std::ptrdiff_t tile, std::ptrdiff_t begin, int t, run_heads const& heads) const {
    Op add = op;
    bool const are_short = std::is_arithmetic_v<T> && heads.are_short();
    for (int r = t; r < heads.size(); r += threads) {
      std::ptrdiff_t const at = begin + heads[r], next = begin + heads[r + 1], out = runs[tile] + r;
      detail::store(keys_out[out], begins.keys[at]);
      if (r == heads.size() - 1) return;
      if (are_short) detail::store(values_out[out], sum_in_order(at, next, add));
      else detail::store(values_out[out], detail::sum_part<T>(values, at, next, add));
    }
  }
  /// Writes the sum of the run that the earlier tiles left open.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void write_open(std::ptrdiff_t tile, std::ptrdiff_t begin, run_heads const& heads) const {
    Op add = op;
    T sum = open[tile - 1];
    if (heads[0] > 0) {
      T part = detail::sum_part<T>(values, begin, begin + heads[0], add);
      detail::fold_into(sum, part, add);
    }
    detail::store(values_out[runs[tile] - 1], sum);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T sum_in_order(std::ptrdiff_t i, std::ptrdiff_t end, Op& add) const {
    T sum = static_cast<T>(values[i]);
    for (++i; i < end; ++i) detail::fold_into(sum, values[i], add);
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
  run_starts<K, Equal> const begins{keys, same};
  exec.run_blocks(tiles, last_run_sum<T, K, E, Equal, Op>{n, begins, values, open.data(), runs.data(), op});
  using finish = last_run_writer<VO>;
  exec.run_blocks(1, run_follower<T, Op, finish>{tiles, open.data(), runs.data(), op, finish{values_out, count}});
  exec.run_blocks(tiles, tile_run_writer<T, K, E, KO, VO, Equal, Op>{n, begins, values, keys_out, values_out,
                                                                     open.data(), runs.data(), op});
}

}  // namespace thrum::detail
