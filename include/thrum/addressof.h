// addressof: std::addressof for device code too.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>

namespace thrum {

/// Returns the address of an object, whatever its operator& does.
template <class T>
THRUM_HD constexpr T* addressof(T& object) noexcept {
  return __builtin_addressof(object);
}
template <class T>
T const* addressof(T const&&) = delete;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
