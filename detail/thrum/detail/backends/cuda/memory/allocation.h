// Allocation from the CUDA runtime: what every request has in common, devices, and their
// stream-ordered pools. If memory runs out, the unused memory that the pool of the device keeps is
// given back to the system, and the request is made once more.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/allocation.h>
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/device_facts.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

namespace thrum::detail {

inline void require_cuda_alignment(std::size_t alignment) {
  if (alignment > cuda_alignment) throw std::bad_alloc();
}

/// Returns whether work in this stream is recorded into a graph instead of being done.
inline bool cuda_captures(cudaStream_t stream) noexcept {
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  static_cast<void>(cudaGetLastError());
  return true;  // the default stream, while a stream that it would wait for is captured
}

/// Throws cuda_bad_alloc with a text that says what was asked for, on which device, and how much
/// memory there is. Takes the error back from the runtime.
[[noreturn]] inline void throw_out_of_memory(char const* call, std::size_t bytes) {
  static_cast<void>(cudaGetLastError());
  std::string text = std::string("thrum: ") + call + " of " + std::to_string(bytes) + " bytes failed";
  int device = 0;
  std::size_t available = 0;
  std::size_t total = 0;
  if (cudaGetDevice(&device) == cudaSuccess && cudaMemGetInfo(&available, &total) == cudaSuccess) {
    text += ": device " + std::to_string(device) + " has " + std::to_string(available) + " of " +
            std::to_string(total) + " bytes free";
  } else {
    static_cast<void>(cudaGetLastError());
  }
  throw cuda_bad_alloc(text);
}

/// Gives the system the unused memory of the current device's pool and of another pool. Returns
/// false if that is not possible now. Waits for the device, because a pool keeps freed memory until
/// the host has seen that the earlier work is done.
inline bool release_kept_memory(cudaStream_t stream, cudaMemPool_t other) noexcept {
  if (detail::cuda_captures(stream)) return false;
  int device = 0;
  cudaMemPool_t pool{};
  bool const done = runtime::device_synchronize() == cudaSuccess && cudaGetDevice(&device) == cudaSuccess &&
                    cudaDeviceGetMemPool(&pool, device) == cudaSuccess &&
                    cudaMemPoolTrimTo(pool, 0) == cudaSuccess &&
                    (other == nullptr || cudaMemPoolTrimTo(other, 0) == cudaSuccess);
  if (!done) static_cast<void>(cudaGetLastError());
  return done;
}

/// Returns the memory that request(&p), a call of the runtime, allocates. `stream` is the stream in
/// whose order the memory is, and `pool` the pool that it comes from, if there is one.
template <class Request>
void* cuda_allocate(char const* call, std::size_t bytes, cudaStream_t stream, Request request,
                    cudaMemPool_t pool = nullptr) {
  void* p = nullptr;
  cudaError_t code = request(&p);
  if (code == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    if (detail::release_kept_memory(stream, pool)) code = request(&p);
    if (code == cudaErrorMemoryAllocation) detail::throw_out_of_memory(call, bytes);
  }
  detail::cuda_check(code, call);
  return p;
}

/// Returns whether the device has stream-ordered pools. The first call for a device tells its pool
/// to keep freed memory for the next request instead of giving the memory back to the system at
/// every synchronisation. If the program has already told the pool how much to keep, the call
/// changes nothing.
inline bool cuda_has_pool(int device) {
  static fact_of_devices<bool> pools;
  return pools.of(device, [device] {
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
  });
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
