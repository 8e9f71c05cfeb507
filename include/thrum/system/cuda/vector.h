// Vectors in a CUDA device's memory, by Thrust's names: calls without a policy run under cuda::par.
// In a build without CUDA there are none.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/device_vector.h>
#include <thrum/system/cuda/execution_policy.h>
#include <thrum/system/cuda/memory.h>
#include <thrum/unified_vector.h>

namespace thrum {
namespace cuda {

template <class T, class A = cuda::allocator<T>>
using vector = device_vector<T, A>;

template <class T, class A = cuda::universal_allocator<T>>
using universal_vector = unified_vector<T, A>;

template <class T>
using universal_host_pinned_vector = unified_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace cuda

namespace system {
namespace cuda = thrum::cuda;
}
}  // namespace thrum

#endif

#include <thrum/detail/public_header/end_with_algorithms.h>
