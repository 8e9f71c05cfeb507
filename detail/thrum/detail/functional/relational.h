// The relational and logical function objects of thrum/functional.h, and the negations of
// predicates.
#pragma once

#include <thrum/detail/base/config.h>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Returns an operand that is compared with a Y. A number that is compared with a number of another
/// type is converted first, as it would be anyway. No compiler is to warn of that here, as none
/// does in the standard's algorithms.
template <class Y, class X>
THRUM_HD constexpr decltype(auto) comparand(X&& x) {
  using to = std::remove_cvref_t<Y>;
  using from = std::remove_cvref_t<X>;
  if constexpr (std::is_arithmetic_v<from> && std::is_arithmetic_v<to> && !std::is_same_v<from, to>) {
    return static_cast<std::common_type_t<from, to>>(x);
  } else {
    return std::forward<X>(x);
  }
}

}  // namespace detail

/// A function object that returns x == y.
template <class T = void>
struct equal_to {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x == y; }
};
template <>
struct equal_to<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) == std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) == detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x != y.
template <class T = void>
struct not_equal_to {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x != y; }
};
template <>
struct not_equal_to<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) != std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) != detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x < y.
template <class T = void>
struct less {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x < y; }
};
template <>
struct less<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) < std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) < detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x <= y.
template <class T = void>
struct less_equal {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x <= y; }
};
template <>
struct less_equal<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) <= std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) <= detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x > y.
template <class T = void>
struct greater {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x > y; }
};
template <>
struct greater<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) > std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) > detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x >= y.
template <class T = void>
struct greater_equal {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x >= y; }
};
template <>
struct greater_equal<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) >= std::forward<U>(y)) {
    return detail::comparand<U>(std::forward<T>(x)) >= detail::comparand<T>(std::forward<U>(y));
  }
};

/// A function object that returns x && y.
template <class T = void>
struct logical_and {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x && y; }
};
template <>
struct logical_and<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) && std::forward<U>(y)) {
    return std::forward<T>(x) && std::forward<U>(y);
  }
};

/// A function object that returns x || y.
template <class T = void>
struct logical_or {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x, T const& y) const { return x || y; }
};
template <>
struct logical_or<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) || std::forward<U>(y)) {
    return std::forward<T>(x) || std::forward<U>(y);
  }
};

/// A function object that returns !x.
template <class T = void>
struct logical_not {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(T const& x) const { return !x; }
};
template <>
struct logical_not<void> {
  using is_transparent = void;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(!std::forward<T>(x)) {
    return !std::forward<T>(x);
  }
};

/// The negation of a predicate of one or two arguments.
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

/// The negation of a predicate of one argument, by Thrust's older name.
template <class Predicate>
struct unary_negate : not_fn_t<Predicate> {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit unary_negate(Predicate p) : not_fn_t<Predicate>{std::move(p)} {}
};
template <class Predicate>
THRUM_HD constexpr unary_negate<Predicate> not1(Predicate predicate) {
  return unary_negate<Predicate>(std::move(predicate));
}

/// The negation of a predicate of two arguments, by Thrust's older name.
template <class Predicate>
struct binary_negate : not_fn_t<Predicate> {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit binary_negate(Predicate p) : not_fn_t<Predicate>{std::move(p)} {}
};
template <class Predicate>
THRUM_HD constexpr binary_negate<Predicate> not2(Predicate predicate) {
  return binary_negate<Predicate>(std::move(predicate));
}

/// Bases of older function objects, which give names to the types of arguments and results.
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class Argument1, class Argument2, class Result>
struct binary_function {
  using first_argument_type = Argument1;
  using second_argument_type = Argument2;
  using result_type = Result;
};

}  // namespace thrum
