// Thrust's names for unified_vector.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/unified_vector.h>
#include <thrum/universal_allocator.h>
#include <thrum/universal_ptr.h>

namespace thrum {

template <class T, class A = unified_allocator<T>>
using universal_vector = unified_vector<T, A>;

/// A unified_vector in page-locked host memory under CUDA, which the device reaches over the bus.
template <class T>
using universal_host_pinned_vector = unified_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
