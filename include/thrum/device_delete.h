// device_delete: destroys objects from device_new.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/device_free.h>
#include <thrum/device_new.h>
#include <thrum/device_ptr.h>
#include <cstddef>

namespace thrum {

/// Destroys the n objects that device_new made at p and gives their memory back; does nothing for a
/// null pointer.
template <class T, device_system System>
void device_delete(pointer<T, device_space<System>> p, std::size_t n = 1) noexcept {
  if (p == nullptr) return;
  detail::space_allocator<T, device_space<System>> allocator;
  detail::device_elements<T, System>::destroy(allocator, p.get(), n);
  thrum::device_free(p);
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
