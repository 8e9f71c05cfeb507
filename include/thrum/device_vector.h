// device_vector: a vector in memory of the device system, the policy that algorithms run under on it, and the resources
// that allocators of such memory are made of.
#pragma once

#include <thrum/detail/device_policy.h>
#include <thrum/detail/vector.h>
#include <thrum/detail/vector_operations.h>
#include <thrum/device_allocator.h>
#include <thrum/device_ptr.h>
#include <thrum/mr/device_memory_resource.h>

namespace thrum {

/// A vector in device memory: the card's under CUDA, where elements must be trivially copyable, else ordinary memory.
/// Algorithms without a policy run on the device. Single elements can be read and written from the host, slowly:
/// to_host(), thrum::copy and construction from another vector move all at once. The type is the same in a .cpp and in a
/// .cu of one program.
template <class T, class A = device_allocator<T>>
using device_vector = detail::vector<T, detail::vector_allocator<A>>;

}  // namespace thrum
