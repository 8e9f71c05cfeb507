// Thrust's header of OpenMP's pointers: the names are oneTBB's, because there is no OpenMP here.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/system/tbb/pointer.h>

namespace thrum {
namespace omp = thrum::tbb;
namespace system {
namespace omp = thrum::tbb;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
