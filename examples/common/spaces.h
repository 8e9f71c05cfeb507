// The memory space of a policy, and vectors in it whose memory comes from a resource.
#pragma once

#include <thrum/device_allocator.h>
#include <thrum/memory_resource.h>
#include <type_traits>

#include "policies.h"

namespace example {

/// The memory space of vector_of<Policy, T>.
template <class Policy>
using space_of =
    std::conditional_t<on_card<std::remove_cvref_t<Policy>>, thrum::device_space<>, thrum::host_space>;

/// vector_of<Policy, T> with a resource that is chosen at run time: v(n, thrum::no_init,
/// &resource).
template <class Policy, class T>
using vector_from = std::conditional_t<on_card<std::remove_cvref_t<Policy>>,
                                       thrum::device_vector<T, thrum::resource_allocator<T, space_of<Policy>>>,
                                       thrum::host_vector<T, thrum::resource_allocator<T, space_of<Policy>>>>;

}  // namespace example
