// A CUDA device's memory as resources, by Thrust's names. In a build without CUDA there are none.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/fancy_pointer_resource.h>
#include <thrum/system/cuda/pointer.h>

namespace thrum {
namespace cuda {

using memory_resource =
    mr::fancy_pointer_resource<space_resource<device_space<device_system::cuda>>, pointer<void>>;

using universal_memory_resource =
    mr::fancy_pointer_resource<space_resource<unified_space<device_system::cuda>>, universal_pointer<void>>;

using universal_host_pinned_memory_resource =
    mr::fancy_pointer_resource<space_resource<host_space, detail::pinned_space<device_system::cuda>>,
                               universal_pointer<void>>;

}  // namespace cuda

namespace system {
namespace cuda = thrum::cuda;
}
}  // namespace thrum

#endif

#include <thrum/detail/public_header/end_with_elements.h>
