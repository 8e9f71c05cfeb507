// numeric_limits: std::numeric_limits for host and device code.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <limits>

namespace thrum {

/// std::numeric_limits<T>, whose functions nvcc keeps to the host, usable in device code too. A
/// type of your own is described by a specialisation of the standard's template.
template <class T>
class numeric_limits : public std::numeric_limits<T> {
  using limits = std::numeric_limits<T>;

 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T min() noexcept {
    constexpr T value = limits::min();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T lowest() noexcept {
    constexpr T value = limits::lowest();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T max() noexcept {
    constexpr T value = limits::max();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T epsilon() noexcept {
    constexpr T value = limits::epsilon();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T round_error() noexcept {
    constexpr T value = limits::round_error();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T infinity() noexcept {
    constexpr T value = limits::infinity();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T quiet_NaN() noexcept {
    constexpr T value = limits::quiet_NaN();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T signaling_NaN() noexcept {
    constexpr T value = limits::signaling_NaN();
    return value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr T denorm_min() noexcept {
    constexpr T value = limits::denorm_min();
    return value;
  }
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
