// reduce_by_key: one sum for each run of equal keys. Like reduce, a shape that depends on n and the runs alone: the input
// is cut into tiles of 8192; the part of a run in one tile is summed from left to right, then the parts from left to
// right.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/fold.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/slots.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <iterator>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/reduce_by_key.cuh>
#endif

namespace thrum {
namespace detail {

inline constexpr std::ptrdiff_t reduce_by_key_tile = 8192;

/// Whether a run of equal keys begins at i.
template <class K, class Equal>
struct begins_run {
  K keys;
  Equal equal;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return i == 0 || behind_first(i); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool behind_first(std::ptrdiff_t i) const { return !detail::call(equal, keys[i - 1], keys[i]); }
};

/// Sums values from i to the end of the run or the tile; leaves the place after in i.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class Begins, class Op>
THRUM_HD T sum_run(V values, std::ptrdiff_t& i, std::ptrdiff_t end, Begins& begins, Op& op) {
  T sum = static_cast<T>(values[i]);
  for (++i; i < end && !begins(i); ++i) detail::fold_into(sum, values[i], op);
  return sum;
}

/// Reduces [begin, end), one tile. `carry` holds the sum of the run that is open at begin, if one is; afterwards that of
/// the run that is open at end. Writes the runs that end in the tile from place k on; returns the place after the last
/// run that began.
THRUM_EXEC_CHECK_DISABLE
template <class T, class K, class V, class KO, class VO, class Begins, class Op>
THRUM_HD std::ptrdiff_t reduce_tile_by_key(std::ptrdiff_t begin, std::ptrdiff_t end, K keys, V values, KO keys_out,
                                           VO values_out, std::ptrdiff_t k, slot<T>& carry, Begins begins, Op op) {
  std::ptrdiff_t i = begin;
  if (!begins(i)) {
    T part = detail::sum_run<T>(values, i, end, begins, op);
    detail::fold_into(*carry, part, op);
  }
  while (i < end) {
    if (carry) detail::store(values_out[k - 1], std::move(*carry));
    detail::store(keys_out[k++], keys[i]);
    carry.emplace(detail::sum_run<T>(values, i, end, begins, op));
  }
  return k;
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t seq_policy::reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                                  Equal same, Op op) const {
  constexpr std::ptrdiff_t tile = detail::reduce_by_key_tile;
  detail::slot<std::iter_value_t<V>> carry;
  std::ptrdiff_t runs = 0;
  for (std::ptrdiff_t begin = 0; begin < n; begin += tile) {
    runs = detail::reduce_tile_by_key(begin, n - begin < tile ? n : begin + tile, keys, values, keys_out,
                                      values_out, runs, carry, detail::begins_run<K, Equal>{keys, same}, op);
  }
  if (carry) detail::store(values_out[runs - 1], std::move(*carry));
  return runs;
}

namespace detail {

/// Writes the first key and the sum of the values of each run of equal adjacent keys; returns the number of runs.
/// First each tile counts the runs that begin in it and sums the part of the run that it leaves open; then the tiles'
/// places and carries are made from left to right; then each tile writes the runs that end in it.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t reduce_by_key(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out,
                                      VO values_out, Equal same, Op op) {
  if constexpr (requires { exec.reduce_by_key(keys, n, values, keys_out, values_out, same, op); }) {
    return exec.reduce_by_key(keys, n, values, keys_out, values_out, same, op);
  } else {
    using T = std::iter_value_t<V>;
    constexpr std::ptrdiff_t tile = reduce_by_key_tile;
    if (n <= 2 * tile) return seq_policy{}.reduce_by_key(keys, n, values, keys_out, values_out, same, op);
    std::ptrdiff_t const tiles = (n + tile - 1) / tile;
    begins_run<K, Equal> const begins{keys, same};
    scratch_array<std::ptrdiff_t, B> const places(exec, tiles + 1);
    slots<T, B> const open(exec, tiles + 1);
    exec.for_each_n(
        tiles,
        [=, place = places.data(), part = open.data()](std::ptrdiff_t t) {
          begins_run<K, Equal> at = begins;
          Op add = op;
          std::ptrdiff_t const begin = t * tile, end = n - begin < tile ? n : begin + tile;
          std::ptrdiff_t runs = 0, last = begin;
          for (std::ptrdiff_t i = begin; i < end; ++i) {
            bool const head = at(i);
            runs += head;
            last = head ? i : last;
          }
          place[t + 1] = runs;
          part[t + 1].emplace(detail::sum_run<T>(values, last, end, at, add));
        },
        1);
    // Now open[t + 1] is the part of tile t in the run that t leaves open: a whole tile's, where no run begins in t.
    places[0] = 0;
    for (std::ptrdiff_t t = 0; t < tiles; ++t) {
      if (places[t + 1] == 0) {
        T sum = *open[t];
        detail::fold_into(sum, *open[t + 1], op);
        open[t + 1].emplace(std::move(sum));
      }
      places[t + 1] += places[t];
    }
    exec.for_each_n(
        tiles,
        [=, place = static_cast<std::ptrdiff_t const*>(places.data()), part = open.data()](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = t * tile, end = n - begin < tile ? n : begin + tile;
          slot<T> carry;
          if (t > 0) carry.emplace(*part[t]);
          detail::reduce_tile_by_key(begin, end, keys, values, keys_out, values_out, place[t], carry, begins, op);
          if (end == n) detail::store(values_out[place[t + 1] - 1], std::move(*carry));
        },
        1);
    return places[tiles];
  }
}

}  // namespace detail
}  // namespace thrum
