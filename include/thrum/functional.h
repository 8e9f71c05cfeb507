// Function objects that run on host and device. Each is transparent without a type argument.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/placeholders.h>
#include <thrum/detail/functional/relational.h>
#include <type_traits>
#include <utility>

namespace thrum {

/// Returns x, unchanged.
template <class T = void>
struct identity {
  THRUM_HD constexpr T const& operator()(T const& x) const { return x; }
  THRUM_HD constexpr T&& operator()(T&& x) const { return std::move(x); }
};
template <>
struct identity<void> {
  using is_transparent = void;
  template <class T>
  THRUM_HD constexpr T&& operator()(T&& x) const {
    return std::forward<T>(x);
  }
};

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

/// Returns the first of two arguments.
template <class T = void, class U = void>
struct project1st {
  THRUM_HD constexpr T const& operator()(T const& x, U const&) const { return x; }
};
template <>
struct project1st<void, void> {
  using is_transparent = void;
  template <class T, class U>
  THRUM_HD constexpr T&& operator()(T&& x, U&&) const {
    return std::forward<T>(x);
  }
};

/// Returns the second of two arguments.
template <class T = void, class U = void>
struct project2nd {
  THRUM_HD constexpr U const& operator()(T const&, U const& y) const { return y; }
};
template <>
struct project2nd<void, void> {
  using is_transparent = void;
  template <class T, class U>
  THRUM_HD constexpr U&& operator()(T&&, U&& y) const {
    return std::forward<U>(y);
  }
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
