// Thrust's name for unified_vector.
#pragma once

#include <thrum/unified_vector.h>

namespace thrum {

template <class T, class A = unified_allocator<T>>
using universal_vector = unified_vector<T, A>;

}  // namespace thrum
