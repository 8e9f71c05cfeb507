// The arithmetic and bitwise function objects of thrum/functional.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>

#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Returns an operand of an operator whose result is an R. A number of another type is converted
/// first, as it would be anyway. A caller who adds an int to a float means the conversion, so no
/// compiler is to warn of it here.
template <class R, class X>
THRUM_HD constexpr decltype(auto) operand(X&& x) {
  if constexpr (std::is_arithmetic_v<R> && std::is_arithmetic_v<std::remove_cvref_t<X>>) return static_cast<R>(x);
  else return std::forward<X>(x);
}

}  // namespace detail

/// A function object that returns x + y.
template <class T = void>
struct plus {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x + y); }
};
template <>
struct plus<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) +
                                                                                   std::forward<U>(y)) {
    using result = decltype(std::forward<T>(x) + std::forward<U>(y));
    return detail::operand<result>(std::forward<T>(x)) + detail::operand<result>(std::forward<U>(y));
  }
};

/// A function object that returns x - y.
template <class T = void>
struct minus {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x - y); }
};
template <>
struct minus<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) -
                                                                                   std::forward<U>(y)) {
    using result = decltype(std::forward<T>(x) - std::forward<U>(y));
    return detail::operand<result>(std::forward<T>(x)) - detail::operand<result>(std::forward<U>(y));
  }
};

/// A function object that returns x * y.
template <class T = void>
struct multiplies {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x * y); }
};
template <>
struct multiplies<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) *
                                                                                   std::forward<U>(y)) {
    using result = decltype(std::forward<T>(x) * std::forward<U>(y));
    return detail::operand<result>(std::forward<T>(x)) * detail::operand<result>(std::forward<U>(y));
  }
};

/// A function object that returns x / y.
template <class T = void>
struct divides {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x / y); }
};
template <>
struct divides<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) /
                                                                                   std::forward<U>(y)) {
    using result = decltype(std::forward<T>(x) / std::forward<U>(y));
    return detail::operand<result>(std::forward<T>(x)) / detail::operand<result>(std::forward<U>(y));
  }
};

/// A function object that returns x % y.
template <class T = void>
struct modulus {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x % y); }
};
template <>
struct modulus<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) %
                                                                                   std::forward<U>(y)) {
    return std::forward<T>(x) % std::forward<U>(y);
  }
};

/// A function object that returns x & y.
template <class T = void>
struct bit_and {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x & y); }
};
template <>
struct bit_and<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) &
                                                                                   std::forward<U>(y)) {
    return std::forward<T>(x) & std::forward<U>(y);
  }
};

/// A function object that returns x | y.
template <class T = void>
struct bit_or {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x | y); }
};
template <>
struct bit_or<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) |
                                                                                   std::forward<U>(y)) {
    return std::forward<T>(x) | std::forward<U>(y);
  }
};

/// A function object that returns x ^ y.
template <class T = void>
struct bit_xor {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x, T const& y) const { return static_cast<T>(x ^ y); }
};
template <>
struct bit_xor<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) ^
                                                                                   std::forward<U>(y)) {
    return std::forward<T>(x) ^ std::forward<U>(y);
  }
};

/// A function object that returns -x.
template <class T = void>
struct negate {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x) const { return static_cast<T>(-x); }
};
template <>
struct negate<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x) const -> decltype(-std::forward<T>(x)) {
    return -std::forward<T>(x);
  }
};

/// A function object that returns ~x.
template <class T = void>
struct bit_not {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x) const { return static_cast<T>(~x); }
};
template <>
struct bit_not<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T&& x) const -> decltype(~std::forward<T>(x)) {
    return ~std::forward<T>(x);
  }
};

/// A function object that returns x * x.
template <class T = void>
struct square {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD constexpr T operator()(T const& x) const { return static_cast<T>(x * x); }
};
template <>
struct square<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_INLINED THRUM_HD constexpr auto operator()(T const& x) const -> decltype(x * x) {
    return x * x;
  }
};

}  // namespace thrum
