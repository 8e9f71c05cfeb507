// Vectors in OpenMP's memory, which is ordinary memory, by Thrust's names: calls without a policy
// run under omp::par.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/device_vector.h>
#include <thrum/system/omp/execution_policy.h>
#include <thrum/system/omp/memory.h>
#include <thrum/unified_vector.h>

namespace thrum {
namespace omp {

template <class T, class A = omp::allocator<T>>
using vector = device_vector<T, A>;

template <class T, class A = omp::universal_allocator<T>>
using universal_vector = unified_vector<T, A>;

template <class T>
using universal_host_pinned_vector = unified_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace omp

namespace system {
namespace omp = thrum::omp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
