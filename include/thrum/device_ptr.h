// device_ptr: a pointer into device memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/device_reference.h>
#include <thrum/memory.h>

namespace thrum {

/// A pointer into memory of the device system. Algorithms that get a device_ptr run on the device;
/// `*p` on the host is a device_reference.
template <class T>
using device_ptr = pointer<T, device_space<>>;

/// Returns a device_ptr for a raw pointer (for example from cudaMalloc), and so declares that it
/// points into device memory.
template <class T>
THRUM_HD constexpr device_ptr<T> device_pointer_cast(T* p) {
  return device_ptr<T>(p);
}
template <class T>
THRUM_HD constexpr device_ptr<T> device_pointer_cast(device_ptr<T> p) {
  return p;
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
