// Memory of a CUDA device, managed memory and page-locked host memory. The code uses only the C
// interface of the runtime, so that a .cpp and a .cu get the same code.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/allocation.h>
#include <thrum/detail/backends/cuda/memory/far_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>

namespace thrum::detail {

/// Memory of the current device, from its pool if the device has one. Copies are made in the order
/// of the legacy default stream, and the host waits for them, except for copies of vectors whose
/// allocator names a stream.
struct cuda_device_memory {
  static void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    return detail::allocate_device_async(bytes, alignment, stream);
  }
  static void deallocate_async(void* p, cudaStream_t stream) noexcept {
    detail::deallocate_device_async(p, stream);
  }

  /// Returns memory that every stream may use. Waits for the legacy default stream, in whose order
  /// the memory was allocated.
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    void* p = allocate_async(bytes, alignment, cudaStreamLegacy);
    if (auto const code = runtime::stream_synchronize(cudaStreamLegacy); code != cudaSuccess) {
      deallocate_async(p, cudaStreamLegacy);
      detail::throw_cuda_error(code, "cudaStreamSynchronize", __FILE__, __LINE__);
    }
    return p;
  }

  /// Frees memory in the order of the legacy default stream. The host must have waited for work on
  /// non-blocking streams.
  static void deallocate(void* p, std::size_t, std::size_t) noexcept {
    cudaPointerAttributes attributes{};
    int device = 0;
    if (cudaPointerGetAttributes(&attributes, p) == cudaSuccess) device = attributes.device;
    else static_cast<void>(cudaGetLastError());
    cuda_device_guard const guard(device);
    deallocate_async(p, cudaStreamLegacy);
  }

  /// Returns the copies and fills that a vector with this allocator uses.
  template <class A>
  static cuda_far_memory far_memory([[maybe_unused]] A const& allocator) {
    if constexpr (requires { allocator.far_memory(); }) return allocator.far_memory();
    else return cuda_far_memory();
  }

  static void copy(void* dst, void const* src, std::size_t bytes) {
    if (bytes == 0) return;
    cuda_far_memory memory;
    memory.copy(dst, src, bytes);
    memory.finish();
  }
  template <class T, class Make>
  static void send(T* to, std::size_t n, Make make) {
    auto const guard = on_device_of(to);
    cuda_far_memory memory;
    memory.send(to, n, make);
    memory.finish();
  }
  template <class T, class Take>
  static void receive(T const* from, std::size_t n, Take take) {
    auto const guard = on_device_of(from);
    cuda_far_memory().receive(from, n, take);
  }

 private:
  /// Makes the device that owns the memory current: this device copies the buffers.
  static cuda_device_guard on_device_of(void const* p) {
    static_assert(cuda_device_guard::no_device == -1);
    int const device = cuda_has_several_devices() ? detail::cuda_device_of(p) : cuda_device_guard::no_device;
    return cuda_device_guard(device, cuda_device_guard::or_throw{});
  }
};

/// Memory that host and device both reach. The memory lies on the side that uses it.
struct cuda_managed_memory {
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    require_cuda_alignment(alignment);
    // The runtime would grant more memory than the device holds, and then page. That is never what
    // the caller meant.
    return cuda_allocate("cudaMallocManaged", bytes, cudaStreamLegacy, [=](void** p) {
      std::size_t available = 0;
      std::size_t total = 0;
      cuda_check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
      return bytes > available ? cudaErrorMemoryAllocation : runtime::malloc_managed(p, bytes);
    });
  }
  static void deallocate(void* p, std::size_t, std::size_t) noexcept {
    if (runtime::free_managed(p) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }

  // The hints have no effect if the device cannot take them. cudaCpuDeviceId means the host.

  /// Moves pages to a device, in the order of a stream.
  static void prefetch(void const* p, std::size_t bytes, int device, cudaStream_t stream = cudaStreamLegacy) {
    if (bytes == 0 || !takes_hints(device)) return;
#if CUDART_VERSION >= 13000
    cuda_check(cudaMemPrefetchAsync(p, bytes, place_of(device), 0, stream), "cudaMemPrefetchAsync");
#else
    cuda_check(cudaMemPrefetchAsync(p, bytes, device, stream), "cudaMemPrefetchAsync");
#endif
  }
  /// Gives the runtime advice about a range. `advice` is a thrum::memory_advice, which has the
  /// numbers of the runtime.
  static void advise(void const* p, std::size_t bytes, int advice, int device) {
    static_assert(cudaMemAdviseSetReadMostly == 1 && cudaMemAdviseUnsetAccessedBy == 6);
    if (bytes == 0 || !takes_hints(device)) return;
    auto const what = static_cast<cudaMemoryAdvise>(advice);
#if CUDART_VERSION >= 13000
    cuda_check(cudaMemAdvise(p, bytes, what, place_of(device)), "cudaMemAdvise");
#else
    cuda_check(cudaMemAdvise(p, bytes, what, device), "cudaMemAdvise");
#endif
  }

 private:
  static bool takes_hints(int device) {
    int able = 0;
    int const asked = device == cudaCpuDeviceId ? cuda_current_device() : device;
    cuda_check(cudaDeviceGetAttribute(&able, cudaDevAttrConcurrentManagedAccess, asked), "cudaDeviceGetAttribute");
    return able != 0;
  }
#if CUDART_VERSION >= 13000
  static cudaMemLocation place_of(int device) {
    if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
    return {cudaMemLocationTypeDevice, device};
  }
#endif
};

/// Page-locked host memory.
struct cuda_pinned_memory {
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    require_cuda_alignment(alignment);
    return cuda_allocate("cudaHostAlloc", bytes, cudaStreamLegacy,
                         [=](void** p) { return runtime::malloc_host(p, bytes); });
  }
  static void deallocate(void* p, std::size_t, std::size_t) noexcept {
    if (runtime::free_host(p) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
};

}  // namespace thrum::detail

#endif
