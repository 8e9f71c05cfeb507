// Thrust's header of OpenMP's par: the names are oneTBB's, because there is no OpenMP here.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/system/tbb/execution_policy.h>

namespace thrum {
namespace omp = thrum::tbb;
namespace system {
namespace omp = thrum::tbb;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
