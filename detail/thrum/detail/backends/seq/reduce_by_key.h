// reduce_by_key of seq, in the shape of kernels/shape/reduce_by_key.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Writes the first key and the sum of the values of each run of equal adjacent keys, from place
/// `from` on, which is in the first tile and begins a run. Returns the number of runs.
THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t reduce_by_key_in_order(std::ptrdiff_t from, K keys, std::ptrdiff_t n, V values,
                                               KO keys_out, VO values_out, Equal same, Op op) {
  constexpr std::ptrdiff_t tile = reduce_by_key_tile;
  slot<std::iter_value_t<V>> carry;
  std::ptrdiff_t runs = 0;
  run_starts<K, Equal> const begins{keys, std::move(same)};
  for (std::ptrdiff_t begin = 0; begin < n; begin += tile) {
    std::ptrdiff_t const end = detail::least(n, begin + tile);
    runs = detail::reduce_tile_by_key(begin > 0 ? begin : from, end, keys, values, keys_out, values_out, runs,
                                      carry, begins, op);
  }
  if (carry) detail::store(values_out[runs - 1], std::move(*carry));
  return runs;
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t seq_policy::reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                                  Equal same, Op op) const {
  return detail::reduce_by_key_in_order(0, keys, n, values, keys_out, values_out, std::move(same), std::move(op));
}

}  // namespace thrum
