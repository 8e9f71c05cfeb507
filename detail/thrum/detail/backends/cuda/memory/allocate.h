// Allocation from the CUDA runtime: the part that every request has in common. If memory runs out,
// the unused memory that the pool of the device keeps is given back to the system, and the request
// is made once more.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>
#include <new>
#include <string>

namespace thrum::detail {

/// The alignment of memory from the runtime.
inline constexpr std::size_t cuda_alignment = 256;

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

}  // namespace thrum::detail

#endif
