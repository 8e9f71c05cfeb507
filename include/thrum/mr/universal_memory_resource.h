// Memory that host and device reach, as resources.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/universal_ptr.h>

namespace thrum {

/// A resource with managed memory under CUDA, otherwise ordinary memory.
using universal_memory_resource = mr::fancy_pointer_resource<space_resource<unified_space<>>, universal_ptr<void>>;

/// A resource with host memory. Under CUDA the memory is page-locked, and the device reaches it
/// over the bus.
using universal_host_pinned_memory_resource =
    mr::fancy_pointer_resource<space_resource<host_space, detail::pinned_space<>>, universal_ptr<void>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
