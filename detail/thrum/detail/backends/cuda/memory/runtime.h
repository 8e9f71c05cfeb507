// Failures of the CUDA runtime as exceptions, and the calls of the runtime that allocate, free,
// wait and copy. The library makes these calls only here, so that each call is counted: see
// thrum/cuda/counters.h. Every function of detail::runtime calls the function of that name in the
// runtime, and returns its error code. A .cpp can use this file: only the C interface of the
// runtime is needed.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/system/cuda/error.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace thrum::detail {

[[noreturn]] inline void throw_cuda_error(cudaError_t code, char const* call, char const* file, int line) {
  // The error is taken back from the runtime, so that the next check does not see it again.
  static_cast<void>(cudaGetLastError());
  std::string const text = std::string("thrum: ") + call + " failed at " + file + ":" + std::to_string(line);
  if (code == cudaErrorMemoryAllocation) {
    int device = 0;
    bool const known = cudaGetDevice(&device) == cudaSuccess;
    throw cuda_bad_alloc(text + (known ? " on device " + std::to_string(device) : "") + ": " +
                         cudaGetErrorString(code));
  }
  throw cuda_error(code, text);
}

/// Throws if a call of the runtime failed: cuda_bad_alloc if memory ran out, otherwise cuda_error.
inline void cuda_check(cudaError_t code, char const* call, char const* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
  if (code != cudaSuccess) detail::throw_cuda_error(code, call, file, line);
}

}  // namespace thrum::detail

namespace thrum::detail::runtime {

/// The kinds of calls that are counted, and at the end the number of kinds.
enum class counted : unsigned char {
  malloc,
  malloc_managed,
  malloc_host,
  malloc_async,
  free,
  free_managed,
  free_host,
  free_async,
  stream_synchronize,
  default_stream_synchronize,
  event_synchronize,
  device_synchronize,
  memcpy,
  memset,
  kinds
};

/// The counts of the whole program. An addition takes a few nanoseconds, a call of the runtime
/// hundreds.
inline std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(counted::kinds)> counts{};

inline std::uint64_t count_of(counted what) noexcept {
  return counts[static_cast<std::size_t>(what)].load(std::memory_order_relaxed);
}
inline void count(counted what) noexcept {
  counts[static_cast<std::size_t>(what)].fetch_add(1, std::memory_order_relaxed);
}

/// Returns a size rounded up to whole words of four bytes. An atomic operation on one or two bytes
/// exchanges the word around them, and this word has to lie within the allocation. A size that has
/// no multiple of four above it stays unchanged; so much memory does not exist.
constexpr std::size_t whole_words(std::size_t bytes) noexcept {
  return bytes + 3 < bytes ? bytes : (bytes + 3) & ~std::size_t{3};
}

inline cudaError_t malloc(void** p, std::size_t bytes) {
  runtime::count(counted::malloc);
  return cudaMalloc(p, runtime::whole_words(bytes));
}
inline cudaError_t malloc_managed(void** p, std::size_t bytes) {
  runtime::count(counted::malloc_managed);
  return cudaMallocManaged(p, runtime::whole_words(bytes), cudaMemAttachGlobal);
}
inline cudaError_t malloc_host(void** p, std::size_t bytes, unsigned int flags = cudaHostAllocDefault) {
  runtime::count(counted::malloc_host);
  return cudaHostAlloc(p, runtime::whole_words(bytes), flags);
}
inline cudaError_t malloc_async(void** p, std::size_t bytes, cudaStream_t stream) {
  runtime::count(counted::malloc_async);
  return cudaMallocAsync(p, runtime::whole_words(bytes), stream);
}
inline cudaError_t malloc_from_pool_async(void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  runtime::count(counted::malloc_async);
  return cudaMallocFromPoolAsync(p, runtime::whole_words(bytes), pool, stream);
}

inline cudaError_t free(void* p) {
  runtime::count(counted::free);
  return cudaFree(p);
}
inline cudaError_t free_managed(void* p) {
  runtime::count(counted::free_managed);
  return cudaFree(p);
}
inline cudaError_t free_host(void* p) {
  runtime::count(counted::free_host);
  return cudaFreeHost(p);
}
inline cudaError_t free_async(void* p, cudaStream_t stream) {
  runtime::count(counted::free_async);
  return cudaFreeAsync(p, stream);
}

inline cudaError_t stream_synchronize(cudaStream_t stream) {
  bool const by_default = stream == nullptr || stream == cudaStreamLegacy;
  runtime::count(by_default ? counted::default_stream_synchronize : counted::stream_synchronize);
  return cudaStreamSynchronize(stream);
}
inline cudaError_t event_synchronize(cudaEvent_t event) {
  runtime::count(counted::event_synchronize);
  return cudaEventSynchronize(event);
}
inline cudaError_t device_synchronize() {
  runtime::count(counted::device_synchronize);
  return cudaDeviceSynchronize();
}

inline cudaError_t memcpy_async(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind,
                                cudaStream_t stream) {
  runtime::count(counted::memcpy);
  return cudaMemcpyAsync(to, from, bytes, kind, stream);
}
inline cudaError_t memcpy_peer_async(void* to, int to_device, void const* from, int from_device, std::size_t bytes,
                                     cudaStream_t stream) {
  runtime::count(counted::memcpy);
  return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream);
}
inline cudaError_t memset_async(void* p, int value, std::size_t bytes, cudaStream_t stream) {
  runtime::count(counted::memset);
  return cudaMemsetAsync(p, value, bytes, stream);
}

}  // namespace thrum::detail::runtime

#endif
