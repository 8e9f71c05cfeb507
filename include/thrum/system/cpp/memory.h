// Raw memory and allocators of ordinary memory, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/device_allocator.h>
#include <thrum/memory.h>
#include <thrum/system/cpp/memory_resource.h>
#include <thrum/system/cpp/pointer.h>
#include <cstddef>

namespace thrum {
namespace cpp {

/// Returns memory as thrum::malloc does.
inline pointer<void> malloc(std::size_t bytes) { return thrum::malloc(host_space(), bytes); }

/// Returns memory for n objects of type T, which are not constructed.
template <class T>
pointer<T> malloc(std::size_t n) {
  return thrum::malloc<T>(host_space(), n);
}

inline void free(pointer<void> p) noexcept { thrum::free(host_space(), p); }

template <class T>
using allocator = detail::space_allocator<T, host_space>;

template <class T>
using universal_allocator = detail::space_allocator<T, host_space>;

template <class T>
using universal_host_pinned_allocator = detail::space_allocator<T, host_space>;

}  // namespace cpp

namespace system {
namespace cpp = thrum::cpp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
