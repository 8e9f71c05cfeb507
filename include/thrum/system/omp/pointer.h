// Pointers into OpenMP's memory, which is ordinary memory, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/device_reference.h>

namespace thrum {
namespace omp {

template <class T>
using pointer = thrum::pointer<T, device_space<device_system::omp>>;

template <class T>
using universal_pointer = thrum::pointer<T, unified_space<device_system::omp>>;

template <class T>
using reference = device_reference<T, device_space<device_system::omp>>;

}  // namespace omp

namespace system {
namespace omp = thrum::omp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
