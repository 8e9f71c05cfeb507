// Vectors in oneTBB's memory, which is ordinary memory, by Thrust's names: calls without a policy
// run under tbb::par.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/device_vector.h>
#include <thrum/system/tbb/execution_policy.h>
#include <thrum/system/tbb/memory.h>
#include <thrum/unified_vector.h>

namespace thrum {
namespace tbb {

template <class T, class A = tbb::allocator<T>>
using vector = device_vector<T, A>;

template <class T, class A = tbb::universal_allocator<T>>
using universal_vector = unified_vector<T, A>;

template <class T>
using universal_host_pinned_vector = unified_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace tbb

namespace system {
namespace tbb = thrum::tbb;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
