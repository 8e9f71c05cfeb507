// device_malloc_allocator: Thrust's older name of device_allocator.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/device_allocator.h>
#include <thrum/device_ptr.h>

namespace thrum {

/// An allocator of raw device memory. Under CUDA the memory comes from the current device's
/// stream-ordered pool.
template <class T>
using device_malloc_allocator = device_allocator<T>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
