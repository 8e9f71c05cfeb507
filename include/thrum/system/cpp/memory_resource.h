// Ordinary memory as resources, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/mr/host_memory_resource.h>

namespace thrum {
namespace cpp {

using memory_resource = host_memory_resource;
using universal_memory_resource = host_memory_resource;
using universal_host_pinned_memory_resource = host_memory_resource;

}  // namespace cpp

namespace system {
namespace cpp = thrum::cpp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
