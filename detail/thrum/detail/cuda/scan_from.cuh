// An exclusive scan whose start value the device knows, and the host does not yet.
#pragma once

#include <cub/device/device_scan.cuh>
#include <cub/util_type.cuh>

#include <cstddef>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/elements.cuh>
#include <thrum/detail/cuda/policy.cuh>

namespace thrum::detail {

template <class I, class O, class T, class Op>
void exclusive_scan_from(cuda::policy const& exec, I first, std::ptrdiff_t n, O out, T const* start, Op op) {
  auto const guard = exec.on_its_device();
  ::cub::FutureValue<held<T>> const init(reinterpret_cast<held<T>*>(const_cast<T*>(start)));
  auto const in = detail::as_input<T>(first);
  auto const to = detail::as_output<T>(out);
  detail::call_cub(exec, "cub::DeviceScan::ExclusiveScan", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceScan::ExclusiveScan(temporary, bytes, in, to, detail::as_operator<T>(op), init, n,
                                            exec.stream());
  });
  exec.finish();
}

}  // namespace thrum::detail
