// cuda::memory_pool: the stream-ordered pools of a device, both its default pool and pools that the
// program makes.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/memory_pool.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <thrum/detail/base/memory_space.h>
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/memory_resource.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace thrum::cuda {

/// A stream-ordered pool of device memory. Device vectors and scratch memory come from the pool of
/// the device. A pool that the program makes separates one part of a program from another, or
/// limits the memory of this part. A pool is a memory resource for vectors (`resource_allocator`,
/// `cuda::stream_allocator`) and for policies (`par.with(pool)`). Under a policy, the memory is in
/// the order of the policy's stream, and nothing waits. Several threads may use a pool at the same
/// time.
class memory_pool final : public thrum::memory_resource<device_space<device_system::cuda>> {
 public:
  /// The threshold that never gives memory back to the system. thrum sets this value for the pool
  /// of a device at first use.
  static constexpr std::uint64_t keep_all = std::numeric_limits<std::uint64_t>::max();

  /// Returns the pool from which the memory of a device comes now: the default pool of the runtime
  /// unless the program has set another. Throws thrum::cuda_error for a device without pools.
  static memory_pool of_device(int device) {
    if (!detail::cuda_has_pool(device)) {
      detail::throw_cuda_error(cudaErrorNotSupported, "memory_pool::of_device", __FILE__, __LINE__);
    }
    cudaMemPool_t handle{};
    detail::cuda_check(cudaDeviceGetMemPool(&handle, device), "cudaDeviceGetMemPool");
    return memory_pool(handle, device);
  }
  static memory_pool of_current_device() { return of_device(detail::cuda_current_device()); }

  /// Makes a new pool on the current device, or on the named device. The pool keeps the memory that
  /// it has got until it is trimmed. If `most_bytes` is not 0, a request beyond this limit throws
  /// std::bad_alloc (needs CUDA 12.3; earlier versions have no limit).
  explicit memory_pool(std::size_t most_bytes = 0) : memory_pool(most_bytes, detail::cuda_current_device()) {}
  memory_pool(std::size_t most_bytes, int device) : memory_pool(create(most_bytes, device), device) {
    owned_ = true;
    release_threshold(keep_all);
  }
  /// Destroys a pool that the program made. The system gets the memory of the pool back when all
  /// that came from the pool has been freed.
  ~memory_pool() override {
    if (owned_ && cudaMemPoolDestroy(handle_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  memory_pool(memory_pool&& other) noexcept
      : handle_(other.handle_), device_(other.device_), owned_(std::exchange(other.owned_, false)) {}
  memory_pool& operator=(memory_pool&&) = delete;

  /// Returns the runtime's handle of the pool.
  cudaMemPool_t handle() const noexcept { return handle_; }
  int device() const noexcept { return device_; }

  /// Returns how many reserved bytes the pool keeps. Unused memory beyond this number goes back to
  /// the system whenever the host waits.
  std::uint64_t release_threshold() const { return get(cudaMemPoolAttrReleaseThreshold); }
  void release_threshold(std::uint64_t bytes) { set(cudaMemPoolAttrReleaseThreshold, bytes); }

  /// Gives unused memory back to the system until at most this many bytes are reserved. Memory that
  /// has been freed in a stream that the host has not waited for may still count as used.
  void trim(std::size_t bytes_to_keep = 0) {
    detail::cuda_check(cudaMemPoolTrimTo(handle_, bytes_to_keep), "cudaMemPoolTrimTo");
  }

  /// The statistics of a pool, in bytes. `used` is what has been allocated and not freed.
  /// `reserved` is what the pool has got from the system. If the reserved amount stays the same, no
  /// allocation went to the system.
  struct statistics {
    std::uint64_t used;
    std::uint64_t used_high;  ///< the most since the last reset
    std::uint64_t reserved;
    std::uint64_t reserved_high;

    friend bool operator==(statistics const&, statistics const&) = default;
  };
  statistics read_statistics() const {
    return {get(cudaMemPoolAttrUsedMemCurrent), get(cudaMemPoolAttrUsedMemHigh),
            get(cudaMemPoolAttrReservedMemCurrent), get(cudaMemPoolAttrReservedMemHigh)};
  }
  /// Sets the highest amounts to the present amounts.
  void reset_high_water() {
    set(cudaMemPoolAttrUsedMemHigh, 0);
    set(cudaMemPoolAttrReservedMemHigh, 0);
  }

  /// Allocates memory for work in `stream` from now on. Does not wait. Throws std::bad_alloc if
  /// memory runs out.
  void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    detail::require_cuda_alignment(alignment);
    detail::cuda_device_guard const guard(device_, detail::cuda_device_guard::or_throw{});
    auto const request = [&](void** p) {
      return detail::runtime::malloc_from_pool_async(p, bytes, handle_, stream);
    };
    return detail::cuda_allocate("cudaMallocFromPoolAsync", bytes, stream, request, handle_);
  }
  /// Takes memory back once the work that is now in `stream` is done. Does not wait, and ignores
  /// failures.
  void deallocate_async(void* p, std::size_t, cudaStream_t stream) noexcept {
    detail::cuda_device_guard const guard(device_);
    if (detail::runtime::free_async(p, stream) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }

 private:
  memory_pool(cudaMemPool_t handle, int device) : handle_(handle), device_(device) {}

  static cudaMemPool_t create([[maybe_unused]] std::size_t most_bytes, int device) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
#if CUDART_VERSION >= 12030
    properties.maxSize = most_bytes;
#endif
    cudaMemPool_t handle{};
    detail::cuda_check(cudaMemPoolCreate(&handle, &properties), "cudaMemPoolCreate");
    return handle;
  }

  // The interface of a resource without streams: memory in the order of the legacy default stream,
  // as other device memory is.
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const p = allocate_async(bytes, alignment, cudaStreamLegacy);
    detail::cuda_device_guard const guard(device_);
    if (auto const code = detail::runtime::stream_synchronize(cudaStreamLegacy); code != cudaSuccess) {
      deallocate_async(p, bytes, cudaStreamLegacy);
      detail::throw_cuda_error(code, "cudaStreamSynchronize", __FILE__, __LINE__);
    }
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t) noexcept override {
    deallocate_async(p, bytes, cudaStreamLegacy);
  }
  bool do_is_equal(memory_resource const& other) const noexcept override {
    auto const* const pool = dynamic_cast<memory_pool const*>(&other);
    return pool != nullptr && pool->handle_ == handle_;
  }

  std::uint64_t get(cudaMemPoolAttr what) const {
    std::uint64_t value = 0;
    detail::cuda_check(cudaMemPoolGetAttribute(handle_, what, &value), "cudaMemPoolGetAttribute");
    return value;
  }
  void set(cudaMemPoolAttr what, std::uint64_t value) {
    detail::cuda_check(cudaMemPoolSetAttribute(handle_, what, &value), "cudaMemPoolSetAttribute");
  }

  cudaMemPool_t handle_;
  int device_;
  bool owned_ = false;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
