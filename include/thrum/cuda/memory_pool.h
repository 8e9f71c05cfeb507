// cuda::memory_pool: the stream-ordered pools of a device: its default one and those of the program's own.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/memory_pool.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/space_memory.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/memory_resource.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace thrum::cuda {

/// A stream-ordered pool of device memory. The one of a device is what device vectors and scratch memory come from; a
/// pool of the program's own separates one part of a program from another, or limits it. A pool is a memory resource, for
/// vectors (`resource_allocator`, `cuda::stream_allocator`) and for policies (`par.with(pool)`), where its memory is in the
/// order of the policy's stream and nothing waits. Safe to use from several threads.
class memory_pool final : public thrum::memory_resource<device_space<device_system::cuda>> {
 public:
  /// Never gives memory back to the system: what thrum sets for a device's pool at first use.
  static constexpr std::uint64_t keep_all = std::numeric_limits<std::uint64_t>::max();

  /// The pool that a device's memory comes from now: the runtime's default one unless the program has set another. Throws
  /// thrum::cuda_error for a device without pools.
  static memory_pool of_device(int device) {
    if (!detail::cuda_has_pool(device)) {
      detail::throw_cuda_error(cudaErrorNotSupported, "memory_pool::of_device", __FILE__, __LINE__);
    }
    cudaMemPool_t handle{};
    detail::cuda_check(cudaDeviceGetMemPool(&handle, device), "cudaDeviceGetMemPool");
    return memory_pool(handle, device);
  }
  static memory_pool of_current_device() { return of_device(detail::cuda_current_device()); }

  /// A new pool on the current device, or on the one named; it keeps what it has got until it is trimmed. A request
  /// beyond `most_bytes`, where that is not 0, throws std::bad_alloc (needs CUDA 12.3; before that there is no limit).
  explicit memory_pool(std::size_t most_bytes = 0) : memory_pool(most_bytes, detail::cuda_current_device()) {}
  memory_pool(std::size_t most_bytes, int device) : memory_pool(create(most_bytes, device), device) {
    owned_ = true;
    release_threshold(keep_all);
  }
  /// The system gets a pool's memory back when all that came from it has been freed.
  ~memory_pool() override {
    if (owned_ && cudaMemPoolDestroy(handle_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  memory_pool(memory_pool&& other) noexcept
      : handle_(other.handle_), device_(other.device_), owned_(std::exchange(other.owned_, false)) {}
  memory_pool& operator=(memory_pool&&) = delete;

  /// The runtime's name for it.
  cudaMemPool_t handle() const noexcept { return handle_; }
  int device() const noexcept { return device_; }

  /// How many reserved bytes the pool holds onto: beyond it, what is unused goes back to the system whenever the host
  /// waits.
  std::uint64_t release_threshold() const { return get(cudaMemPoolAttrReleaseThreshold); }
  void release_threshold(std::uint64_t bytes) { set(cudaMemPoolAttrReleaseThreshold, bytes); }

  /// Gives unused memory back until no more than this many bytes are reserved. What has been freed in a stream that the
  /// host has not waited for may still count as used.
  void trim(std::size_t bytes_to_keep = 0) {
    detail::cuda_check(cudaMemPoolTrimTo(handle_, bytes_to_keep), "cudaMemPoolTrimTo");
  }

  /// Bytes. `used` is what has been allocated and not freed, `reserved` what the pool has got from the system; a reserved
  /// amount that stays the same says that no allocation went to the system.
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
  /// The most so far is what it is now.
  void reset_high_water() {
    set(cudaMemPoolAttrUsedMemHigh, 0);
    set(cudaMemPoolAttrReservedMemHigh, 0);
  }

  /// Memory for work in `stream` from then on. Does not wait. No memory is std::bad_alloc.
  void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    detail::require_cuda_alignment(alignment);
    detail::cuda_device_guard const guard(device_, detail::cuda_device_guard::or_throw{});
    auto const request = [&](void** p) {
      return detail::runtime::malloc_from_pool_async(p, bytes, handle_, stream);
    };
    return detail::cuda_allocate("cudaMallocFromPoolAsync", bytes, stream, request, handle_);
  }
  /// Takes memory back once the work now in `stream` is done. Does not wait, and drops failures.
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

  // As a resource without streams: in the order of the legacy default stream, as other device memory.
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

#include <thrum/detail/along/end.h>
