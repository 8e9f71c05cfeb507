// universal_ptr: a pointer into memory that host and device reach.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>

namespace thrum {

/// A pointer into unified memory. Algorithms that get such a pointer without a policy run on the
/// device; `*p` on the host is a plain T&.
template <class T>
using universal_ptr = pointer<T, unified_space<>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
