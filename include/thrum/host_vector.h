// host_vector: a vector in ordinary memory.
#pragma once

#include <thrum/detail/vector.h>
#include <thrum/detail/vector_operations.h>
#include <memory>

namespace thrum {

/// A vector in host memory, whose iterators say so: algorithms without a policy run on it sequentially. Elements of any
/// type. Its interface is std::vector's; see detail::vector for what is added.
template <class T, class A = std::allocator<T>>
using host_vector = detail::vector<T, detail::vector_allocator<A>>;

}  // namespace thrum
