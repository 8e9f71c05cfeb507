// Pointers into ordinary memory, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <type_traits>

namespace thrum {
namespace cpp {

template <class T>
using pointer = thrum::pointer<T, host_space>;

template <class T>
using universal_pointer = thrum::pointer<T, host_space>;

template <class T>
using reference = std::add_lvalue_reference_t<T>;

}  // namespace cpp

namespace system {
namespace cpp = thrum::cpp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
