// reduce, reduce_into by cub::DeviceReduce. On one kind of device the result has the same bits from
// run to run.
#pragma once

#include <cub/device/device_reduce.cuh>

#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <cstddef>

namespace thrum {

template <class I, class T, class Op>
T cuda::policy::reduce(I first, std::ptrdiff_t n, T init, Op op) const {
  if (n <= 0) return init;
  auto const guard = on_its_device();
  detail::result_for_host<detail::cub_value<T>> result(*this);
  detail::call_cub(*this, "cub::DeviceReduce::Reduce", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceReduce::Reduce(temporary, bytes, detail::as_input<T>(first), result.data(), n,
                                       detail::as_operator<T, decltype(detail::as_input<T>(first))>(op),
                                       detail::to_cub_value<T>(init), stream_);
  });
  return detail::from_cub_value<T>(result.get());
}

template <class I, class O, class T, class Op>
void cuda::policy::reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const {
  auto const guard = on_its_device();
  detail::call_cub(*this, "cub::DeviceReduce::Reduce", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceReduce::Reduce(
        temporary, bytes, detail::as_input<T>(first), detail::as_output<T>(out), n < 0 ? 0 : n,
        detail::as_operator<T, decltype(detail::as_input<T>(first))>(op), detail::to_cub_value<T>(init), stream_);
  });
  finish();
}

}  // namespace thrum
