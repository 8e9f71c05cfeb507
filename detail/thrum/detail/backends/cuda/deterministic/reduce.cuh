// reduce and reduce_into of cuda::par.deterministic(). Sums of integers have the same bits in any
// shape, so that CUB computes them, which is fastest.
#pragma once

#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/reduce.h>
#include <thrum/detail/backends/cuda/reduce.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/functional/fold.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
template <class I, class T, class Op>
T cuda::deterministic_policy::reduce(I first, std::ptrdiff_t n, T init, Op op) const {
  if constexpr (detail::reduces_in_any_shape<I, T, Op>) {
    return policy::reduce(first, n, init, op);
  } else {
    if (n <= 0) return init;
    auto const guard = on_its_device();
    deterministic_policy const exec = step();
    detail::device_result<detail::cub_value<T>> const result(*this);
    detail::reduce_by_blocks(exec, first, n, init, op,
                             detail::result_maker<T>{reinterpret_cast<T*>(result.data())});
    return detail::from_cub_value<T>(result.get());
  }
}

template <class I, class O, class T, class Op>
void cuda::deterministic_policy::reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const {
  if constexpr (detail::reduces_in_any_shape<I, T, Op>) {
    policy::reduce_into(first, n, out, init, op);
  } else {
    deterministic_policy const exec = step();
    detail::reduce_by_blocks(exec, first, n, init, op, detail::result_storer<O>{out});
    finish();
  }
}

}  // namespace thrum
