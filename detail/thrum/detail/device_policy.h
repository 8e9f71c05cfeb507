// Brings the device policy of the build: what a call without a policy on device or unified memory runs under.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>

#if defined(THRUM_WITH_CUDA)
#if defined(__CUDACC__)
#include <thrum/detail/cuda/policy.cuh>
namespace thrum {
THRUM_OBJECT cuda::policy device{};
}
#endif
#elif defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
namespace thrum {
THRUM_OBJECT tbb::policy device{};
}
#else
namespace thrum {
THRUM_OBJECT seq_policy device{};
}
#endif
