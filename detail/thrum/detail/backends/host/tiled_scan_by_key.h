// Scans of runs on the host. As in reduce_by_key, the shape depends only on n and the runs. The
// part of a run in one tile of 8192 elements is scanned in the shape of a tile of a scan, from its
// first element or from the sum of the run before the tile. In a tile that begins with short runs,
// all runs but the last are scanned from left to right. (Runs of objects that are large or not
// trivially copyable are always scanned from left to right; each result is added to the sum of the
// run before the tile.) A task therefore needs only what the earlier tiles leave open: the sum of
// their last run, or of all their elements.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/fold.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/base/store.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/runs/run_lists.h>
#include <thrum/detail/kernels/runs/scan_runs.h>
#include <thrum/detail/memory/slots.h>
#include <thrum/detail/primitives/scan.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

inline constexpr std::ptrdiff_t scan_by_key_tile = 8192;

/// Scans the part [i, end) of a run from `carry`, the sum of the run before the part. `carry`
/// becomes the sum of the run at the end of the part. Each result is the result of the part alone,
/// added to `carry`.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Op>
THRUM_HD void scan_open_part(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, slot<T>& carry, Op& op) {
  T part = static_cast<T>(values[i]);
  T sum = *carry;
  detail::fold_into(sum, part, op);
  if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
  else detail::store(out[i], *carry);
  for (++i; i < end; ++i) {
    detail::fold_into(part, values[i], op);
    T next = *carry;
    detail::fold_into(next, part, op);
    if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], next);
    else detail::store(out[i], sum);
    sum = std::move(next);
  }
  carry.emplace(std::move(sum));
}

/// Scans [i, end), one tile. `carry` is the sum of the run that is open at i, if there is one;
/// afterwards it is the sum of the last run.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD void scan_tile_by_key(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts,
                               Seed const& init, slot<T>& carry, Op& op) {
  if (!starts(i)) {
    std::ptrdiff_t const next = detail::end_of_run(i, end, starts);
    if constexpr (scans_in_blocks<T>)
      carry.emplace(detail::scan_one_tile<Kind>(values + i, next - i, out + i, *carry, op));
    else detail::scan_open_part<Kind>(i, next, values, out, carry, op);
    i = next;
  }
  if (i == end) return;
  if constexpr (scans_in_blocks<T>) {
    if (detail::are_short_runs(i, end, starts)) {
      // Scans all runs but the last; other tiles need the sum of the last.
      std::ptrdiff_t last = end - 1;
      while (!starts(last)) --last;
      static_cast<void>(detail::scan_many_runs<Kind, T>(i, last, values, out, starts, init, op));
      i = last;
    }
    carry.emplace(detail::scan_long_runs<Kind, T>(i, end, values, out, starts, init, op));
  } else {
    carry.emplace(detail::scan_runs<Kind, T>(i, end, values, out, starts, init, op));
  }
}

/// Sums what tile [begin, end) leaves open: its last run or, if no run begins in the tile, the
/// whole tile. Returns whether a run begins in the tile.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class Starts, class Seed, class Op>
THRUM_HD bool sum_last_run(std::ptrdiff_t begin, std::ptrdiff_t end, V values, Starts const& starts,
                           Seed const& init, slot<T>& open, Op& op) {
  std::ptrdiff_t i = end - 1;
  while (i > begin && !starts(i)) --i;
  bool const begins = starts(i);
  if constexpr (scans_in_blocks<T>) {
    std::ptrdiff_t const from = begins ? i + 1 : i;
    T sum = begins ? detail::first_sum<T>(init, values[i], op) : static_cast<T>(values[i]);
    if (from < end) {
      T const rest = detail::sum_one_tile<T>(values + from, end - from, op);
      sum = begins ? detail::joined<T>(sum, rest, op) : rest;
    }
    open.emplace(sum);
  } else {
    T sum = begins ? detail::first_sum<T>(init, values[i], op) : static_cast<T>(values[i]);
    for (++i; i < end; ++i) detail::fold_into(sum, values[i], op);
    open.emplace(std::move(sum));
  }
  return begins;
}

template <class Kind, class T, class B, class V, class O, class Starts, class Seed, class Op>
void scan_runs_by_tasks(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op) {
  constexpr std::ptrdiff_t tile = scan_by_key_tile;
  std::ptrdiff_t const tiles = (n - 1) / tile + 1;
  slots<T, B> const open(exec, tiles);
  scratch_array<unsigned char, B> const begins(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, sum = open.data(), flag = begins.data()](std::ptrdiff_t t) {
        Op add = op;
        std::ptrdiff_t const begin = t * tile, end = detail::least(n, begin + tile);
        flag[t] = detail::sum_last_run<T>(begin, end, values, starts, init, sum[t], add) ? 1 : 0;
      },
      1);
  for (std::ptrdiff_t t = 1; t < tiles; ++t) {
    if (begins[t] != 0) continue;
    T sum = *open[t - 1];
    detail::fold_into(sum, *open[t], op);
    open[t].emplace(std::move(sum));
  }
  exec.for_each_n(
      tiles,
      [=, sum = open.data()](std::ptrdiff_t t) {
        Op add = op;
        slot<T> carry;
        if (t > 0) carry.emplace(*sum[t - 1]);
        std::ptrdiff_t const begin = t * tile, end = detail::least(n, begin + tile);
        detail::scan_tile_by_key<Kind, T>(begin, end, values, out, starts, init, carry, add);
      },
      1);
}

/// Scans n elements on the host, beginning anew wherever starts(i) holds; starts(0) has to hold.
/// The part of a run in a tile is scanned on its own, and added to the sum of the run before the
/// tile.
THRUM_EXEC_CHECK_DISABLE
template <class B, class V, class O, class Starts, class Seed, class Op, class Kind>
THRUM_HD void scan_runs_in_tiles(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op,
                                 Kind) {
  using T = typename Seed::type;
  constexpr std::ptrdiff_t tile = scan_by_key_tile;
  if constexpr (!std::is_same_v<B, seq_policy>) {
    if (n > 2 * tile) return detail::scan_runs_by_tasks<Kind, T>(exec, values, n, out, starts, init, op);
  }
  slot<T> carry;
  for (std::ptrdiff_t begin = 0; begin < n; begin += tile) {
    detail::scan_tile_by_key<Kind, T>(begin, detail::least(n, begin + tile), values, out, starts, init, carry, op);
  }
}

}  // namespace thrum::detail
