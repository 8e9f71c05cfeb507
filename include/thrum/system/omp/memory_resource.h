// OpenMP's memory, which is ordinary memory, as resources by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/system/omp/pointer.h>

namespace thrum {
namespace omp {

using memory_resource =
    mr::fancy_pointer_resource<space_resource<device_space<device_system::omp>>, pointer<void>>;

using universal_memory_resource =
    mr::fancy_pointer_resource<space_resource<unified_space<device_system::omp>>, universal_pointer<void>>;

using universal_host_pinned_memory_resource =
    mr::fancy_pointer_resource<space_resource<host_space, detail::pinned_space<device_system::omp>>,
                               universal_pointer<void>>;

}  // namespace omp

namespace system {
namespace omp = thrum::omp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
