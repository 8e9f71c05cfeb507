// Pointers into oneTBB's memory, which is ordinary memory, by Thrust's names.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/device_reference.h>

namespace thrum {
namespace tbb {

template <class T>
using pointer = thrum::pointer<T, device_space<device_system::tbb>>;

template <class T>
using universal_pointer = thrum::pointer<T, unified_space<device_system::tbb>>;

template <class T>
using reference = device_reference<T, device_space<device_system::tbb>>;

}  // namespace tbb

namespace system {
namespace tbb = thrum::tbb;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
