// The function objects of thrum/functional.h that return the greater or the lesser of two values.
#pragma once

#include <thrum/detail/base/config.h>

#include <type_traits>

namespace thrum {

/// Returns the greater of the two arguments; x if neither is greater.
template <class T = void>
struct maximum {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T operator()(T const& x, T const& y) const { return x < y ? y : x; }
};
template <>
struct maximum<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T const& x, U const& y) const -> std::decay_t<decltype(x < y ? y : x)> {
    using result = std::decay_t<decltype(x < y ? y : x)>;
    if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && !std::is_same_v<T, U>) {
      return (*this)(static_cast<result>(x), static_cast<result>(y));
    } else {
      return x < y ? y : x;
    }
  }
};

/// Returns the lesser of the two arguments; x if neither is less.
template <class T = void>
struct minimum {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T operator()(T const& x, T const& y) const { return y < x ? y : x; }
};
template <>
struct minimum<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T const& x, U const& y) const -> std::decay_t<decltype(y < x ? y : x)> {
    using result = std::decay_t<decltype(y < x ? y : x)>;
    if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && !std::is_same_v<T, U>) {
      return (*this)(static_cast<result>(x), static_cast<result>(y));
    } else {
      return y < x ? y : x;
    }
  }
};

}  // namespace thrum
