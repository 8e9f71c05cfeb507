// Pointers into a CUDA device's memory, by Thrust's names. In a build without CUDA there are none.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/device_reference.h>

namespace thrum {
namespace cuda {

template <class T>
using pointer = thrum::pointer<T, device_space<device_system::cuda>>;

template <class T>
using universal_pointer = thrum::pointer<T, unified_space<device_system::cuda>>;

template <class T>
using reference = device_reference<T, device_space<device_system::cuda>>;

}  // namespace cuda

namespace system {
namespace cuda = thrum::cuda;
}
}  // namespace thrum

#endif

#include <thrum/detail/public_header/end_with_elements.h>
