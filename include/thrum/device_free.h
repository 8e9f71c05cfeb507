// device_free: gives back memory from device_malloc.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/device_malloc.h>
#include <thrum/device_ptr.h>

namespace thrum {

/// Gives back memory that device_malloc allocated; does nothing for a null pointer. Does not
/// destroy objects in the memory.
template <device_system System>
void device_free(pointer<void, device_space<System>> p) noexcept {
  if (p == nullptr) return;
  detail::space_memory<device_space<System>>::deallocate(p.get(), 0, detail::malloc_alignment);
}
template <class T, device_system System>
void device_free(pointer<T, device_space<System>> p) noexcept {
  thrum::device_free(pointer<void, device_space<System>>(p));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
