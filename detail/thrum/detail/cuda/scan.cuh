// scan: cub::DeviceScan. One pass over the data; the order in which tiles are joined is the device's, so the rounding of
// float sums may differ from run to run.
#pragma once

#include <cub/device/device_scan.cuh>

#include <thrum/detail/backend.h>
#include <cstddef>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/elements.cuh>
#include <thrum/detail/cuda/policy.cuh>
#include <type_traits>

namespace thrum {

template <class I, class O, class Seed, class Op, class Kind>
void cuda::policy::scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind) const {
  using T = typename Seed::type;
  constexpr bool seeded = !std::is_same_v<Seed, detail::no_seed<T>>;
  static_assert(seeded || std::is_same_v<Kind, detail::inclusive>, "an exclusive scan has a start value");
  if (n <= 0) return;
  auto const guard = on_its_device();
  auto const in = detail::as_input<T>(first);
  auto const to = detail::as_output<T>(out);
  auto const sum = detail::as_operator<T>(op);
  detail::call_cub(*this, "cub::DeviceScan", [&](void* temporary, std::size_t& bytes) {
    if constexpr (!seeded) {
      return ::cub::DeviceScan::InclusiveScan(temporary, bytes, in, to, sum, n, stream_);
    } else if constexpr (std::is_same_v<Kind, detail::inclusive>) {
      return ::cub::DeviceScan::InclusiveScanInit(temporary, bytes, in, to, sum, detail::hold<T>(seed.value), n,
                                                  stream_);
    } else {
      return ::cub::DeviceScan::ExclusiveScan(temporary, bytes, in, to, sum, detail::hold<T>(seed.value), n,
                                              stream_);
    }
  });
  finish();
}

}  // namespace thrum
