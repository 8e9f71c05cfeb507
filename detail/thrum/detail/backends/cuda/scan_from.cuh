// An exclusive scan whose start value is known to the device, and not yet to the host.
#pragma once

#include <cub/util_type.cuh>

#include <cstddef>
#include <thrum/detail/backends/cuda/call.cuh>
#include <thrum/detail/backends/cuda/elements.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/scan.cuh>

namespace thrum::detail {

template <class S>
struct start_in_memory {
  S const* start;
  THRUM_HD S operator()() const { return *start; }
};

template <class I, class O, class T, class Op>
void exclusive_scan_from(cuda::policy const& exec, I first, std::ptrdiff_t n, O out, T const* start, Op op) {
  auto const guard = exec.on_its_device();
  auto const in = detail::as_input<T>(first);
  auto const to = detail::as_output<T>(out);
  auto const sum = detail::as_operator<T>(op);
  auto* const at = reinterpret_cast<held<T>*>(const_cast<T*>(start));
  if (detail::scan_few<held<T>, false>(exec.stream(), in, n, to, start_in_memory<held<T>>{at}, sum)) {
    return exec.finish();
  }
  ::cub::FutureValue<held<T>> const init(at);
  detail::call_cub(exec, "cub::DeviceScan::ExclusiveScan", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceScan::ExclusiveScan(temporary, bytes, in, to, sum, init, n, exec.stream());
  });
  exec.finish();
}

}  // namespace thrum::detail
