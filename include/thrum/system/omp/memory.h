// Raw memory and allocators of OpenMP's memory, which is ordinary memory, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/device_allocator.h>
#include <thrum/memory.h>
#include <thrum/mr/allocator.h>
#include <thrum/system/omp/memory_resource.h>
#include <thrum/system/omp/pointer.h>
#include <cstddef>

namespace thrum {
namespace omp {

/// Returns memory as thrum::malloc does.
inline pointer<void> malloc(std::size_t bytes) { return thrum::malloc(device_space<device_system::omp>(), bytes); }

/// Returns memory for n objects of type T, which are not constructed.
template <class T>
pointer<T> malloc(std::size_t n) {
  return thrum::malloc<T>(device_space<device_system::omp>(), n);
}

inline void free(pointer<void> p) noexcept { thrum::free(device_space<device_system::omp>(), p); }

template <class T>
using allocator = detail::space_allocator<T, device_space<device_system::omp>>;

template <class T>
using universal_allocator = detail::space_allocator<T, unified_space<device_system::omp>>;

template <class T>
using universal_host_pinned_allocator = mr::stateless_resource_allocator<T, universal_host_pinned_memory_resource>;

}  // namespace omp

namespace system {
namespace omp = thrum::omp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
