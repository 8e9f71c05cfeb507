// raw_reference_cast, which Thrust also has in a header of this name.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/device_reference.h>

namespace thrum {

/// Returns the T& that a reference stands for. If the memory is a CUDA device's, only device code
/// may use the result.
template <class T>
THRUM_HD constexpr T& raw_reference_cast(T& r) {
  return r;
}
template <class T, class Space>
THRUM_HD constexpr T& raw_reference_cast(device_reference<T, Space> r) {
  return *(&r).get();
}

}  // namespace thrum
