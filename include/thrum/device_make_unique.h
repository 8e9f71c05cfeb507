// device_make_unique: an object in device memory, owned by a std::unique_ptr.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/allocate_unique.h>
#include <thrum/device_allocator.h>
#include <thrum/device_ptr.h>
#include <utility>

namespace thrum {

/// Makes an object in device memory by allocate_unique: get() of the result is a device_ptr<T>.
template <class T, class... Args>
auto device_make_unique(Args&&... args) {
  return thrum::allocate_unique<T>(device_allocator<T>(), std::forward<Args>(args)...);
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
