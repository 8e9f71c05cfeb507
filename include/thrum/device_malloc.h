// device_malloc: allocates raw device memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/device_allocator.h>
#include <thrum/device_ptr.h>
#include <cstddef>

namespace thrum {

/// Allocates `bytes` bytes of device memory, aligned to 256. Give the memory back by device_free.
/// Under CUDA it is memory of the current device; in a build without CUDA it is memory of the host,
/// and the pointer is of the same kind. Throws std::bad_alloc.
template <device_system System = default_device_system>
pointer<void, device_space<System>> device_malloc(std::size_t bytes) {
  return pointer<void, device_space<System>>(
      detail::space_memory<device_space<System>>::allocate(bytes, detail::malloc_alignment));
}

/// Allocates memory for n objects of type T, and does not construct them.
template <class T, device_system System = default_device_system>
pointer<T, device_space<System>> device_malloc(std::size_t n) {
  static_assert(alignof(T) <= detail::malloc_alignment, "thrum: device_malloc aligns to 256 bytes at most");
  return pointer<T, device_space<System>>(thrum::device_malloc<System>(detail::bytes_of<T>(n)));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
