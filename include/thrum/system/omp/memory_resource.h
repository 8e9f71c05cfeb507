// Thrust's header of OpenMP's memory as resources: the names are oneTBB's, because there is no
// OpenMP here.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/system/tbb/memory_resource.h>

namespace thrum {
namespace omp = thrum::tbb;
namespace system {
namespace omp = thrum::tbb;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
