// Types whose values carry derivatives, dual and var, and their operators. Each operator is written
// once, as its value and its slopes; a chain_rule says how a type combines slopes with the
// derivatives of the operands.
#pragma once

#include <thrum/detail/base/config.h>
#include <concepts>
#include <type_traits>

namespace thrum {
namespace detail {

/// What is known of a type X whose values carry derivatives: value_type;
/// of(value, operand, slope, ...), which returns the value of a function with the derivatives that
/// follow from those of the operands, where an operand that is no X is a constant; and
/// select(condition, a, b), which returns one of the two X.
template <class X>
struct chain_rule;

template <class X>
concept differentiable = requires { typename chain_rule<X>::value_type; };

/// A type that is a constant beside an X.
template <class U, class X>
concept constant_beside = !std::is_same_v<U, X> && std::is_convertible_v<U, typename chain_rule<X>::value_type>;

/// The one of the operands' types that carries derivatives; the others are the same or constants.
template <class A, class B>
struct common_differentiable {};
template <differentiable A>
struct common_differentiable<A, A> {
  using type = A;
};
template <differentiable A, constant_beside<A> B>
struct common_differentiable<A, B> {
  using type = A;
};
template <class A, differentiable B>
  requires constant_beside<A, B>
struct common_differentiable<A, B> {
  using type = B;
};
template <class A, class B>
using common_differentiable_t = typename common_differentiable<A, B>::type;

/// The number at the bottom of nested types.
template <class T>
struct scalar_of {
  using type = T;
};
template <differentiable X>
struct scalar_of<X> : scalar_of<typename chain_rule<X>::value_type> {};
template <class T>
using scalar_t = typename scalar_of<T>::type;

/// Slopes of 1 and -1, which cost no multiplication.
struct unit_slope {};
struct minus_unit_slope {};
/// A slope that may be NaN, for an operand whose derivative is mostly 0: 0 then stays 0.
template <class T>
struct slope_of_few {
  T slope;
};

/// Returns the value of an operand, which is an X or a constant.
template <class X, class A>
THRUM_HD constexpr typename chain_rule<X>::value_type value_in(A const& a) {
  if constexpr (std::is_same_v<X, A>) return a.value();
  else return static_cast<typename chain_rule<X>::value_type>(a);
}

template <class X, class... Terms>
THRUM_HD constexpr X chain(typename chain_rule<X>::value_type const& value, Terms const&... operands_and_slopes) {
  return chain_rule<X>::of(value, operands_and_slopes...);
}

}  // namespace detail

template <detail::differentiable X>
THRUM_HD constexpr X operator+(X const& x) {
  return x;
}
template <detail::differentiable X>
THRUM_HD constexpr X operator-(X const& x) {
  return detail::chain<X>(-x.value(), x, detail::minus_unit_slope{});
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr X operator+(A const& a, B const& b) {
  return detail::chain<X>(detail::value_in<X>(a) + detail::value_in<X>(b), a, detail::unit_slope{}, b,
                          detail::unit_slope{});
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr X operator-(A const& a, B const& b) {
  return detail::chain<X>(detail::value_in<X>(a) - detail::value_in<X>(b), a, detail::unit_slope{}, b,
                          detail::minus_unit_slope{});
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr X operator*(A const& a, B const& b) {
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  return detail::chain<X>(x * y, a, y, b, x);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr X operator/(A const& a, B const& b) {
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const quotient = x / y, reciprocal = 1 / y;
  return detail::chain<X>(quotient, a, reciprocal, b, -quotient * reciprocal);
}

template <class B, detail::differentiable X>
  requires std::same_as<detail::common_differentiable_t<X, B>, X>
THRUM_HD constexpr X& operator+=(X& x, B const& b) {
  return x = x + b;
}
template <class B, detail::differentiable X>
  requires std::same_as<detail::common_differentiable_t<X, B>, X>
THRUM_HD constexpr X& operator-=(X& x, B const& b) {
  return x = x - b;
}
template <class B, detail::differentiable X>
  requires std::same_as<detail::common_differentiable_t<X, B>, X>
THRUM_HD constexpr X& operator*=(X& x, B const& b) {
  return x = x * b;
}
template <class B, detail::differentiable X>
  requires std::same_as<detail::common_differentiable_t<X, B>, X>
THRUM_HD constexpr X& operator/=(X& x, B const& b) {
  return x = x / b;
}

// Comparisons are those of values.

template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr bool operator==(A const& a, B const& b) {
  return detail::value_in<X>(a) == detail::value_in<X>(b);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr bool operator<(A const& a, B const& b) {
  return detail::value_in<X>(a) < detail::value_in<X>(b);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr bool operator>(A const& a, B const& b) {
  return detail::value_in<X>(a) > detail::value_in<X>(b);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr bool operator<=(A const& a, B const& b) {
  return detail::value_in<X>(a) <= detail::value_in<X>(b);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr bool operator>=(A const& a, B const& b) {
  return detail::value_in<X>(a) >= detail::value_in<X>(b);
}

}  // namespace thrum
