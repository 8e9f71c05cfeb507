// Function objects that run on host and device. Each is transparent without a type argument.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/extrema.h>
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
