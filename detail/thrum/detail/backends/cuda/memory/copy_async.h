// Copies between any two memories, in the order of a stream.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>

namespace thrum::detail {

/// Returns the device whose own memory p points to; -1 for managed memory and for memory of the
/// host.
inline int cuda_device_of(void const* p) {
  cudaPointerAttributes attributes{};
  cuda_check(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
  return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;
}

inline bool cuda_has_several_devices() {
  static bool const several = [] {
    int n = 0;
    cuda_check(cudaGetDeviceCount(&n), "cudaGetDeviceCount");
    return n > 1;
  }();
  return several;
}

/// Copies bytes between two ranges that do not overlap. If both ranges are in memory of devices,
/// the runtime is told which devices: without peer access the runtime finds out the devices for
/// memory of cudaMalloc only, not for memory of a pool.
inline void cuda_copy_async(void* to, void const* from, std::size_t bytes, cudaStream_t stream) {
  if (cuda_has_several_devices()) {
    int const to_device = cuda_device_of(to);
    int const from_device = cuda_device_of(from);
    if (to_device >= 0 && from_device >= 0 && to_device != from_device) {
      return cuda_check(runtime::memcpy_peer_async(to, to_device, from, from_device, bytes, stream),
                        "cudaMemcpyPeerAsync");
    }
  }
  cuda_check(runtime::memcpy_async(to, from, bytes, cudaMemcpyDefault, stream), "cudaMemcpyAsync");
}

}  // namespace thrum::detail

#endif
