// The shape of scans of runs. As in reduce_by_key, the shape depends only on n and the runs. The
// part of a run in one tile of 8192 elements is scanned in the shape of a tile of a scan, from its
// first element or from the sum of the run before the tile. In a tile that begins with short runs,
// all runs but the last are scanned from left to right. (Runs of objects that are large or not
// trivially copyable are always scanned from left to right; each result is added to the sum of the
// run before the tile.) A task therefore needs only what the earlier tiles leave open: the sum of
// their last run, or of all their elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/kernels/scan_vectors.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <thrum/detail/kernels/shape/scan_runs.h>
#include <thrum/detail/memory/objects.h>
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
#if !defined(__CUDACC__)
  if constexpr (scans_in_vectors<V, O, T, Op>) {
    if (detail::vectors_of_processor() >= vector_level::avx2) {
      T const start = detail::start_of_sum<T, Op>(init);
      return carry.emplace(detail::scan_runs_of_integers<Kind, T>(start, starts(i) ? start : *carry, i, end,
                                                                  values, out, starts, op));
    }
  }
#endif
  if (!starts(i)) {
    std::ptrdiff_t const next = detail::end_of_run(i, end, starts);
    if constexpr (scans_in_groups<T>)
      carry.emplace(detail::scan_one_tile<Kind>(values + i, next - i, out + i, *carry, op));
    else detail::scan_open_part<Kind>(i, next, values, out, carry, op);
    i = next;
  }
  if (i == end) return;
  if constexpr (scans_in_groups<T>) {
    constexpr std::ptrdiff_t short_length =
        scans_in_any_shape<V, T, Op> ? 2 * length_of_short_runs : length_of_short_runs;
    if (detail::are_short_runs(i, end, starts, short_length)) {
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
  std::ptrdiff_t i = detail::last_start(begin, end, starts);
  bool const begins = starts(i);
  if constexpr (scans_in_groups<T>) {
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

}  // namespace thrum::detail
