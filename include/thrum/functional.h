// Function objects that run on host and device. Each is transparent without a type argument.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/functional_arithmetic.h>
#include <thrum/detail/functional_relational.h>
#include <type_traits>
#include <utility>

namespace thrum {

/// x, unchanged.
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

/// The greater of the two; x where neither is.
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
    return x < y ? y : x;
  }
};

/// The less of the two; x where neither is.
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
    return y < x ? y : x;
  }
};

/// The first of two arguments.
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

/// The second of two arguments.
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

/// The opposite of a predicate of one or two arguments.
template <class Predicate>
struct not_fn_t {
  Predicate predicate;
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
  THRUM_HD constexpr bool operator()(Args&&... args) {
    return !predicate(std::forward<Args>(args)...);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
    requires(std::is_invocable_v<Predicate const&, Args...>)
  THRUM_HD constexpr bool operator()(Args&&... args) const {
    return !predicate(std::forward<Args>(args)...);
  }
};
template <class Predicate>
THRUM_HD constexpr not_fn_t<Predicate> not_fn(Predicate predicate) {
  return {std::move(predicate)};
}

}  // namespace thrum
