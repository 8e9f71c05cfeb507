// Devices and their stream-ordered pools.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/allocate.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace thrum::detail {

/// Returns whether the device has stream-ordered pools. The first call for a device tells its pool
/// to keep freed memory for the next request instead of giving the memory back to the system at
/// every synchronisation. If the program has already told the pool how much to keep, the call
/// changes nothing.
inline bool cuda_has_pool(int device) {
  enum : unsigned char { unknown, pool, no_pool };
  static std::array<std::atomic<unsigned char>, 64> states{};
  auto const ask = [device] {
    int supported = 0;
    cuda_check(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device),
               "cudaDeviceGetAttribute");
    if (supported == 0) return false;
    cudaMemPool_t handle{};
    cuda_check(cudaDeviceGetDefaultMemPool(&handle, device), "cudaDeviceGetDefaultMemPool");
    std::uint64_t threshold = 0;
    cuda_check(cudaMemPoolGetAttribute(handle, cudaMemPoolAttrReleaseThreshold, &threshold),
               "cudaMemPoolGetAttribute");
    if (threshold != 0) return true;
    threshold = std::numeric_limits<std::uint64_t>::max();
    cuda_check(cudaMemPoolSetAttribute(handle, cudaMemPoolAttrReleaseThreshold, &threshold),
               "cudaMemPoolSetAttribute");
    return true;
  };
  if (static_cast<std::size_t>(device) >= states.size()) return ask();
  auto& state = states[static_cast<std::size_t>(device)];
  if (state.load() == unknown) state.store(ask() ? pool : no_pool);
  return state.load() == pool;
}

inline int cuda_current_device() {
  int device = 0;
  cuda_check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

/// A guard that makes a device current for its lifetime. `no_device` leaves the current device and
/// asks the runtime nothing.
class cuda_device_guard {
 public:
  static constexpr int no_device = -1;
  struct or_throw {};

  /// For deallocation: if the device cannot be made current, the current device stays.
  explicit cuda_device_guard(int device) noexcept {
    if (device != no_device && enter(device) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  cuda_device_guard(int device, or_throw) {
    if (device != no_device) cuda_check(enter(device), "cudaSetDevice");
  }
  ~cuda_device_guard() {
    if (previous_ != no_device) static_cast<void>(cudaSetDevice(previous_));
  }
  cuda_device_guard(cuda_device_guard const&) = delete;
  cuda_device_guard& operator=(cuda_device_guard const&) = delete;

 private:
  cudaError_t enter(int device) noexcept {
    int current = no_device;
    cudaError_t code = cudaGetDevice(&current);
    if (code != cudaSuccess || current == device) return code;
    code = cudaSetDevice(device);
    if (code == cudaSuccess) previous_ = current;
    return code;
  }

  int previous_ = no_device;
};

/// Returns memory of the current device, from its pool if the device has one. Work in `stream` may
/// use the memory from now on, other streams after they have synchronised with `stream`.
inline void* allocate_device_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
  require_cuda_alignment(alignment);
  if (cuda_has_pool(cuda_current_device())) {
    return cuda_allocate("cudaMallocAsync", bytes, stream,
                         [=](void** p) { return runtime::malloc_async(p, bytes, stream); });
  }
  return cuda_allocate("cudaMalloc", bytes, stream, [=](void** p) { return runtime::malloc(p, bytes); });
}

/// Gives memory back once the work that is now in `stream` is done. Ignores a failure (for example
/// because the process is ending).
inline void deallocate_device_async(void* p, cudaStream_t stream) noexcept {
  try {
    if (cuda_has_pool(cuda_current_device())) {
      cuda_check(runtime::free_async(p, stream), "cudaFreeAsync");
    } else {
      cuda_check(runtime::free(p), "cudaFree");
    }
  } catch (...) {  // nothing can be done, and a destructor must not throw
  }
}

}  // namespace thrum::detail

#endif
