// The device's memory as a resource, and any resource as one of device memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/mr/universal_memory_resource.h>

namespace thrum {

/// A resource with the memory of Upstream, which has to be the device's, and with pointers of type
/// device_ptr<void>.
template <class Upstream>
using device_ptr_memory_resource = mr::fancy_pointer_resource<Upstream, pointer<void, device_space<>>>;

/// A resource with memory of the device system: from the current device's stream-ordered pool under
/// CUDA, otherwise ordinary memory.
using device_memory_resource = device_ptr_memory_resource<space_resource<device_space<>>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
