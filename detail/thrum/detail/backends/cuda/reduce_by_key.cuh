// reduce_by_key in one pass over the keys and values, for any equality and any sizes.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/runs.cuh>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <cstddef>
#include <iterator>

namespace thrum {

template <class K, class V, class KO, class VO, class Equal, class Op, class C>
void cuda::policy::reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                                      Op op, C result) const {
  using T = std::iter_value_t<V>;
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  detail::pass_over_runs<T>(*this, n, detail::run_starts<K, Equal>{keys, same}, values, op,
                            detail::runs_summed<T, KO, VO, C>{keys_out, values_out, result});
  finish();
}

template <class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t cuda::policy::reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                           Equal same, Op op) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> runs(*this);
  step().reduce_by_key_into(keys, n, values, keys_out, values_out, same, op, runs.data());
  return runs.get();
}

}  // namespace thrum
