// reduce_by_key and reduce_by_key_into of cuda::par.deterministic(): the sums of runs.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/reduce_by_key.h>
#include <thrum/detail/backends/cuda/reduce_by_key.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/functional/fold.h>
#include <cstddef>
#include <iterator>

namespace thrum {

template <class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t cuda::deterministic_policy::reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out,
                                                         VO values_out, Equal same, Op op) const {
  if constexpr (detail::adds_integers<Op, std::iter_value_t<V>>) {
    return policy::reduce_by_key(keys, n, values, keys_out, values_out, same, op);
  } else {
    if (n <= 0) return 0;
    auto const guard = on_its_device();
    deterministic_policy const exec = step();
    detail::device_result<std::ptrdiff_t> const runs(*this);
    detail::reduce_by_key_by_blocks(exec, keys, n, values, keys_out, values_out, same, op, runs.data());
    return runs.get();
  }
}

template <class K, class V, class KO, class VO, class Equal, class Op, class C>
void cuda::deterministic_policy::reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                                    Equal same, Op op, C result) const {
  if constexpr (detail::adds_integers<Op, std::iter_value_t<V>>) {
    policy::reduce_by_key_into(keys, n, values, keys_out, values_out, same, op, result);
  } else {
    if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
    deterministic_policy const exec = step();
    detail::scratch_array<std::ptrdiff_t, deterministic_policy> const runs(exec, 1);
    detail::reduce_by_key_by_blocks(exec, keys, n, values, keys_out, values_out, same, op, runs.data());
    for_each_n(1, detail::pointed_value_storer<C, std::ptrdiff_t>{result, runs.data()});
  }
}

}  // namespace thrum
