// Vectors in ordinary memory, by Thrust's names: calls without a policy run in the calling thread.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/host_vector.h>
#include <thrum/system/cpp/execution_policy.h>
#include <thrum/system/cpp/memory.h>

namespace thrum {
namespace cpp {

template <class T, class A = cpp::allocator<T>>
using vector = host_vector<T, A>;

template <class T, class A = cpp::universal_allocator<T>>
using universal_vector = host_vector<T, A>;

template <class T>
using universal_host_pinned_vector = host_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace cpp

namespace system {
namespace cpp = thrum::cpp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
