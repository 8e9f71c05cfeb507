// The device policy of the build. A call without a policy on device or unified memory runs under
// it.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>

#if defined(THRUM_WITH_CUDA)
#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/policies.cuh>
namespace thrum::detail {
using device_policy = cuda::policy;
}
#endif
#elif defined(THRUM_WITH_TBB)
#include <thrum/detail/backends/tbb/policy.h>
namespace thrum::detail {
using device_policy = tbb::policy;
}
#elif defined(THRUM_WITH_OMP)
#include <thrum/detail/backends/omp/policy.h>
namespace thrum::detail {
using device_policy = omp::policy;
}
#else
namespace thrum::detail {
using device_policy = seq_policy;
}
#endif

#if !defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
namespace thrum {
#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<detail::device_policy> device{};
}
#else
THRUM_OBJECT detail::device_policy device{};
#endif
}  // namespace thrum
#endif
