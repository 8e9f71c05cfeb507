// Scans of runs on the host. Like reduce_by_key, a shape that depends on n and the runs alone: the part of a run in one tile
// of 8192 elements is scanned from left to right on its own, and each result is added to what the run was before. So tasks
// need of the tiles before theirs only what these leave open: the sum of the last run, or of all.
#pragma once

#include <thrum/detail/adds_integers.h>
#include <thrum/detail/backend.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/compose/run_lists.h>
#include <thrum/detail/compose/scan.h>
#include <thrum/detail/config.h>
#include <thrum/detail/fold.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/slots.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

inline constexpr std::ptrdiff_t scan_by_key_tile = 8192;

/// The sum of a run's first element: onto the start value, where there is one.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Seed, class X, class Op>
THRUM_HD T first_sum(Seed const& init, X&& element, Op& op) {
  if constexpr (std::is_same_v<Seed, seed<T>>) {
    T sum = init.value;
    detail::fold_into(sum, std::forward<X>(element), op);
    return sum;
  } else {
    return static_cast<T>(std::forward<X>(element));
  }
}

/// Scans [i, end), which begins with a run, run by run; returns the sum of the last.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD T scan_runs(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts, Seed const& init,
                     Op& op) {
  T sum = detail::first_sum<T>(init, values[i], op);
  if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
  else detail::store(out[i], init.value);
  for (++i; i < end; ++i) {
    if (starts(i)) {
      sum = detail::first_sum<T>(init, values[i], op);
      if constexpr (std::is_same_v<Kind, exclusive>) {
        detail::store(out[i], init.value);
        continue;
      }
    } else if constexpr (std::is_same_v<Kind, exclusive>) {
      T before = sum;
      detail::fold_into(sum, values[i], op);
      detail::store(out[i], std::move(before));
      continue;
    } else {
      detail::fold_into(sum, values[i], op);
    }
    detail::store(out[i], sum);
  }
  return sum;
}

/// starts(i) of i > 0, which may take no test for that.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD bool starts_behind_first(Starts const& starts, std::ptrdiff_t i) {
  if constexpr (requires { starts.behind_first(i); }) return starts.behind_first(i);
  else return starts(i);
}

/// The same of integers, without a branch on the data: a sum begins from the start value, or from zero.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Op>
THRUM_HD T scan_runs_of_integers(T start, std::ptrdiff_t i, std::ptrdiff_t end, V values, O out,
                                 Starts const& starts, Op& op) {
  T sum = start;
  detail::store(out[i], detail::scan_step<Kind>(sum, values[i], op));
  for (++i; i < end; ++i) {
    sum = detail::starts_behind_first(starts, i) ? start : sum;
    detail::store(out[i], detail::scan_step<Kind>(sum, values[i], op));
  }
  return sum;
}

/// The same, an inclusive scan of other runs that are short, without a branch on the data: each element of a block begins a
/// run, and then those that go on with one are added to what is before them.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class O, class Starts, class Op>
THRUM_HD T scan_short_runs(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts, Op& op) {
  constexpr int most = 256;
  uninitialized_array<T, most + 1> room;
  T* const sums = room.items + 1;
  ::new (static_cast<void*>(room.items)) T(static_cast<T>(values[i]));  // nothing is added to it
  for (; i < end; i += most) {
    int const n = static_cast<int>(detail::least(most, end - i));
    unsigned char others[most];
    int count = 0;
    for (int j = 0; j < n; ++j) {
      ::new (static_cast<void*>(sums + j)) T(static_cast<T>(values[i + j]));
      others[count] = static_cast<unsigned char>(j);
      count += starts(i + j) ? 0 : 1;
    }
    for (int k = 0; k < count; ++k) {
      int const j = others[k];
      T sum = sums[j - 1];
      detail::fold_into(sum, values[i + j], op);
      sums[j] = sum;
    }
    for (int j = 0; j < n; ++j) detail::store(out[i + j], sums[j]);
    sums[-1] = sums[n - 1];
  }
  return sums[-1];
}

/// Scans [i, end), one tile. `carry` is the sum of the run that is open at i, if one is; afterwards that of the last.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD void scan_tile_by_key(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts,
                               Seed const& init, slot<T>& carry, Op& op) {
  if (!starts(i)) {
    T part = static_cast<T>(values[i]);
    T sum = *carry;
    detail::fold_into(sum, part, op);
    if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
    else detail::store(out[i], *carry);
    for (++i; i < end && !starts(i); ++i) {
      detail::fold_into(part, values[i], op);
      T next = *carry;
      detail::fold_into(next, part, op);
      if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], next);
      else detail::store(out[i], sum);
      sum = std::move(next);
    }
    carry.emplace(std::move(sum));
  }
  if (i == end) return;
  if constexpr (std::is_integral_v<T> && std::is_same_v<Seed, seed<T>>) {
    carry.emplace(detail::scan_runs_of_integers<Kind>(init.value, i, end, values, out, starts, op));
  } else if constexpr (adds_integers<Op, T>) {
    carry.emplace(detail::scan_runs_of_integers<Kind>(T(0), i, end, values, out, starts, op));
  } else {
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_arithmetic_v<T> && std::is_same_v<Seed, no_seed<T>>) {
      if (detail::are_short_runs(i, end, starts))
        return carry.emplace(detail::scan_short_runs<T>(i, end, values, out, starts, op));
    }
#endif
    carry.emplace(detail::scan_runs<Kind, T>(i, end, values, out, starts, init, op));
  }
}

/// What tile [begin, end) leaves open: the sum of its last run or, where none begins in it, of itself. Returns whether one
/// does.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class Starts, class Seed, class Op>
THRUM_HD bool sum_last_run(std::ptrdiff_t begin, std::ptrdiff_t end, V values, Starts const& starts,
                           Seed const& init, slot<T>& open, Op& op) {
  std::ptrdiff_t i = end - 1;
  while (i > begin && !starts(i)) --i;
  bool const begins = starts(i);
  T sum = begins ? detail::first_sum<T>(init, values[i], op) : static_cast<T>(values[i]);
  for (++i; i < end; ++i) detail::fold_into(sum, values[i], op);
  open.emplace(std::move(sum));
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

/// Scans n elements from anew wherever starts(i) holds, as it has to for 0, on the host. A run's part in a tile is scanned
/// on its own, and added to what the run was before.
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
