// Raw memory and allocators of a CUDA device's memory, by Thrust's names. In a build without CUDA
// there are none.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/memory_space.h>
#include <thrum/device_allocator.h>
#include <thrum/memory.h>
#include <thrum/mr/allocator.h>
#include <thrum/system/cuda/memory_resource.h>
#include <thrum/system/cuda/pointer.h>
#include <cstddef>

namespace thrum {
namespace cuda {

/// Returns memory as thrum::malloc does.
inline pointer<void> malloc(std::size_t bytes) {
  return thrum::malloc(device_space<device_system::cuda>(), bytes);
}

/// Returns memory for n objects of type T, which are not constructed.
template <class T>
pointer<T> malloc(std::size_t n) {
  return thrum::malloc<T>(device_space<device_system::cuda>(), n);
}

inline void free(pointer<void> p) noexcept { thrum::free(device_space<device_system::cuda>(), p); }

template <class T>
using allocator = detail::space_allocator<T, device_space<device_system::cuda>>;

template <class T>
using universal_allocator = detail::space_allocator<T, unified_space<device_system::cuda>>;

template <class T>
using universal_host_pinned_allocator = mr::stateless_resource_allocator<T, universal_host_pinned_memory_resource>;

}  // namespace cuda

namespace system {
namespace cuda = thrum::cuda;
}
}  // namespace thrum

#endif

#include <thrum/detail/public_header/end_with_elements.h>
