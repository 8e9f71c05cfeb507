// Memory of a CUDA device, managed memory and page-locked host memory, through the C interface of the runtime alone: a
// .cpp and a .cu get the same code.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/cuda/allocate.h>
#include <thrum/detail/cuda/copy_async.h>
#include <thrum/detail/cuda/error.h>
#include <thrum/detail/cuda/runtime.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

namespace thrum::detail {

/// Whether the device has stream-ordered pools. The first call for a device tells its pool to keep freed memory for the
/// next request instead of giving it back to the system at every synchronisation, unless the program has told it already
/// how much to keep.
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

/// Makes a device current for the lifetime of the object; `no_device` leaves the current one and asks the runtime nothing.
class cuda_device_guard {
 public:
  static constexpr int no_device = -1;
  struct or_throw {};

  /// For deallocation: where the device cannot be made current, the current one stays.
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

/// Memory of the current device, from its pool where it has one.
struct cuda_device_memory {
  /// Memory that work on `stream` may use from now on, and other streams after synchronising with it.
  static void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    require_cuda_alignment(alignment);
    if (cuda_has_pool(cuda_current_device())) {
      return cuda_allocate("cudaMallocAsync", bytes, stream,
                           [=](void** p) { return runtime::malloc_async(p, bytes, stream); });
    }
    return cuda_allocate("cudaMalloc", bytes, stream, [=](void** p) { return runtime::malloc(p, bytes); });
  }

  /// Gives memory back once the work now on `stream` is done. A failure (the process is ending, say) is dropped.
  static void deallocate_async(void* p, cudaStream_t stream) noexcept {
    try {
      if (cuda_has_pool(cuda_current_device())) {
        cuda_check(runtime::free_async(p, stream), "cudaFreeAsync");
      } else {
        cuda_check(runtime::free(p), "cudaFree");
      }
    } catch (...) {  // nothing can be done, and a destructor must not throw
    }
  }

  /// Memory that every stream may use: waits for the legacy default stream, in whose order it was made.
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    void* p = allocate_async(bytes, alignment, cudaStreamLegacy);
    if (auto const code = runtime::stream_synchronize(cudaStreamLegacy); code != cudaSuccess) {
      deallocate_async(p, cudaStreamLegacy);
      detail::throw_cuda_error(code, "cudaStreamSynchronize", __FILE__, __LINE__);
    }
    return p;
  }

  /// In the order of the legacy default stream: work on non-blocking streams must have been waited for.
  static void deallocate(void* p, std::size_t, std::size_t) noexcept {
    cudaPointerAttributes attributes{};
    int device = 0;
    if (cudaPointerGetAttributes(&attributes, p) == cudaSuccess) device = attributes.device;
    else static_cast<void>(cudaGetLastError());
    cuda_device_guard const guard(device);
    deallocate_async(p, cudaStreamLegacy);
  }

  // Copies are made in the order of the legacy default stream, and waited for: cudaMemcpy and cudaMemset may return before
  // device memory is written, and work on a non-blocking stream would not wait for them.
  static void copy(void* dst, void const* src, std::size_t bytes) {
    if (bytes == 0) return;
    begin_copy(dst, src, bytes);
    wait();
  }

  static void zero(void* dst, std::size_t bytes) {
    if (bytes == 0) return;
    cuda_check(runtime::memset_async(dst, 0, bytes, cudaStreamLegacy), "cudaMemsetAsync");
    wait();
  }

  static void move(void* dst, void const* src, std::size_t bytes) {
    auto const a = reinterpret_cast<std::uintptr_t>(dst);
    auto const b = reinterpret_cast<std::uintptr_t>(src);
    if ((a < b ? b - a : a - b) >= bytes) return copy(dst, src, bytes);
    // The runtime does not copy between overlapping ranges.
    temporary const room(bytes);
    begin_copy(room.p, src, bytes);
    begin_copy(dst, room.p, bytes);
    wait();
  }

  static void rotate(void* p, std::size_t head, std::size_t tail) {
    temporary const room(head + tail);
    begin_copy(room.p, p, head + tail);
    begin_copy(p, static_cast<char*>(room.p) + head, tail);
    begin_copy(static_cast<char*>(p) + tail, room.p, head);
    wait();
  }

 private:
  static void begin_copy(void* dst, void const* src, std::size_t bytes) {
    detail::cuda_copy_async(dst, src, bytes, cudaStreamLegacy);
  }
  static void wait() { cuda_check(runtime::stream_synchronize(cudaStreamLegacy), "cudaStreamSynchronize"); }

  /// Room for work on the default stream.
  struct temporary {
    explicit temporary(std::size_t bytes) : p(allocate_async(bytes, cuda_alignment, cudaStreamLegacy)) {}
    ~temporary() { deallocate_async(p, cudaStreamLegacy); }
    temporary(temporary const&) = delete;
    temporary& operator=(temporary const&) = delete;
    void* p;
  };
};

/// Memory that host and device both reach, on whichever side uses it.
struct cuda_managed_memory {
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    require_cuda_alignment(alignment);
    // The runtime would grant more than the device holds and then page; that is never what was meant.
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

  /// Moves pages to a device (cudaCpuDeviceId: to the host), in the order of the default stream. A hint: without effect
  /// where the device cannot take it.
  static void prefetch(void const* p, std::size_t bytes, int device) {
    int able = 0;
    int const asked = device == cudaCpuDeviceId ? cuda_current_device() : device;
    cuda_check(cudaDeviceGetAttribute(&able, cudaDevAttrConcurrentManagedAccess, asked), "cudaDeviceGetAttribute");
    if (able == 0 || bytes == 0) return;
#if CUDART_VERSION >= 13000
    cudaMemLocation const place{device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                device == cudaCpuDeviceId ? 0 : device};
    cuda_check(cudaMemPrefetchAsync(p, bytes, place, 0, cudaStreamLegacy), "cudaMemPrefetchAsync");
#else
    cuda_check(cudaMemPrefetchAsync(p, bytes, device, cudaStreamLegacy), "cudaMemPrefetchAsync");
#endif
  }
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
