// From thrum's pointers and references to raw ones.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/pointer.h>
#include <thrum/device_reference.h>

namespace thrum {

/// The address that a pointer holds, without its memory space: of a raw pointer, a thrum::pointer, or anything else with
/// a member get().
template <class T>
THRUM_HD constexpr T* raw_pointer_cast(T* p) {
  return p;
}
template <class P>
  requires requires(P const& p) { p.get(); }
THRUM_HD constexpr auto raw_pointer_cast(P const& p) {
  return p.get();
}

/// The T& behind a reference. Where the memory is a CUDA device's, only device code may use the result.
template <class T>
THRUM_HD constexpr T& raw_reference_cast(T& r) {
  return r;
}
template <class T, class Space>
THRUM_HD constexpr T& raw_reference_cast(device_reference<T, Space> r) {
  return *(&r).get();
}

}  // namespace thrum
