// reduce_by_key in one pass over the keys and values, for any equality and any sizes.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/runs.cuh>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

namespace thrum {

template <class K, class V, class KO, class VO, class Equal, class Op, class C>
void cuda::policy::reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                                      Op op, C result) const {
  using T = std::iter_value_t<V>;
  using starts = detail::run_starts<K, Equal>;
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  detail::runs_summed<T, KO, VO, C> const to{keys_out, values_out, result};
  if (n > std::numeric_limits<int>::max()) {
    detail::pass_over_runs<T, std::ptrdiff_t>(*this, n, starts{keys, same}, values, op, to);
  } else if constexpr (detail::are_ones<V> && std::is_same_v<T, std::ptrdiff_t> && std::is_same_v<Op, plus<>>) {
    // The sums are lengths of runs, for which half the bits are enough.
    detail::pass_over_runs<int, int>(*this, n, starts{keys, same}, detail::computed<int>(detail::one<int>{}), op,
                                     detail::runs_summed<int, KO, VO, C, T>{keys_out, values_out, result});
  } else {
    detail::pass_over_runs<T, int>(*this, n, starts{keys, same}, values, op, to);
  }
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
