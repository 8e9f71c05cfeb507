// unified_vector: a vector that host and device both reach.
#pragma once

#include <thrum/detail/device_policy.h>
#include <thrum/detail/vector.h>
#include <thrum/detail/vector_operations.h>
#include <thrum/device_allocator.h>

namespace thrum {

/// A vector in managed memory under CUDA, else in ordinary memory. Every policy can work on it; algorithms without a
/// policy run on the device. Its elements are plain T& of any type. Memory moves to the side that uses it page by page;
/// prefetch(device) and prefetch_to_host() move it beforehand, in the order of a stream, and advise(advice, device) says how it
/// is going to be used (see thrum/memory_advice.h). The host must not touch it while device work that uses it is under way.
template <class T, class A = unified_allocator<T>>
using unified_vector = detail::vector<T, detail::vector_allocator<A>>;

}  // namespace thrum
