// Scans of runs on for_each_n, in the shape of kernels/shape/scan_by_key.h.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/scan_by_key.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Scans runs on the calling thread.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD void scan_runs_in_order(V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op) {
  constexpr std::ptrdiff_t tile = scan_by_key_tile;
  slot<T> carry;
  for (std::ptrdiff_t begin = 0; begin < n; begin += tile) {
    detail::scan_tile_by_key<Kind, T>(begin, detail::least(n, begin + tile), values, out, starts, init, carry, op);
  }
}

/// Scans runs by tasks of a tile each, which sum it first.
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

/// Scans runs on the calling thread or by tasks.
template <class Kind, class T, class B, class V, class O, class Starts, class Seed, class Op>
void scan_runs_on_threads(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op) {
  auto const alone = [&] { detail::scan_runs_in_order<Kind, T>(values, n, out, starts, init, op); };
  detail::alone_or_together(exec, n, 2 * scan_by_key_tile, alone,
                            [&] { detail::scan_runs_by_tasks<Kind, T>(exec, values, n, out, starts, init, op); });
}

/// Scans n elements on the host, beginning anew wherever starts(i) holds; starts(0) has to hold.
/// The part of a run in a tile is scanned on its own, and added to the sum of the run before the
/// tile.
THRUM_EXEC_CHECK_DISABLE
template <class B, class V, class O, class Starts, class Seed, class Op, class Kind>
THRUM_HD void scan_runs_in_tiles(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op,
                                 Kind) {
  using T = typename Seed::type;
  if constexpr (backend_traits<B>::is_serial) {
    detail::scan_runs_in_order<Kind, T>(values, n, out, starts, init, op);
  } else {
    detail::scan_runs_on_threads<Kind, T>(exec, values, n, out, starts, init, op);
  }
}

}  // namespace thrum::detail
