// A resource for each CUDA device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/system_memory.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/memory_resource.h>

#if defined(THRUM_WITH_CUDA)
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <map>
#include <mutex>
#endif

namespace thrum {

/// Returns the resource of type MR that belongs to a system, a policy or a memory space. Under CUDA
/// there is one for each device, and the current device chooses; otherwise there is one for the
/// program. The resource is made at the first call and lives as long as the program. The memory of
/// a pool is of one device: ask again after cudaSetDevice.
template <class MR, detail::memory_system S>
MR* get_per_device_resource(S const&) {
#if defined(THRUM_WITH_CUDA)
  if constexpr (detail::is_cuda_system<S>) {
    static std::mutex mutex;
    // Never destroyed, like the program's one resource.
    static auto& resources = *new std::map<int, MR>;
    int const id = detail::cuda_current_device();
    std::lock_guard const lock(mutex);
    return __builtin_addressof(resources[id]);
  }
#endif
  return mr::get_global_resource<MR>();
}

/// Allocates from the resource of the device that is current when the allocator is made.
template <class T, class MR, detail::memory_system S>
class per_device_allocator : public mr::allocator<T, MR> {
 public:
  template <class U>
  struct rebind {
    using other = per_device_allocator<U, MR, S>;
  };

  per_device_allocator() : mr::allocator<T, MR>(thrum::get_per_device_resource<MR>(S())) {}
  template <class U>
  per_device_allocator(per_device_allocator<U, MR, S> const& other) noexcept : mr::allocator<T, MR>(other) {}
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
