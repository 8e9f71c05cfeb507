// The host's memory as a resource with pointers that name their space.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/mr/new.h>

namespace thrum {

using host_memory_resource = mr::fancy_pointer_resource<mr::new_delete_resource, pointer<void, host_space>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
