// Allocators of memory that host and device reach: universal_allocator, which is unified_allocator,
// and the allocator of page-locked memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/device_allocator.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/universal_memory_resource.h>
#include <thrum/universal_ptr.h>

namespace thrum {

/// Allocates page-locked host memory under CUDA, which the device reaches over the bus; ordinary
/// memory otherwise.
template <class T>
using universal_host_pinned_allocator = mr::stateless_resource_allocator<T, universal_host_pinned_memory_resource>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
