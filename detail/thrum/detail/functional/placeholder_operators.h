// The operators of placeholders and of expressions made from placeholders.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/assignment.h>
#include <thrum/detail/functional/placeholders.h>
#include <thrum/detail/functional/relational.h>

namespace thrum::detail::placeholder {

template <class A, class B>
concept operands = expression<A> || expression<B>;

template <class Op, class A, class B>
using made_of = binary<Op, part_of<A>, part_of<B>>;

THRUM_EXEC_CHECK_DISABLE
template <class Op, class A, class B>
THRUM_HD constexpr made_of<Op, A, B> make(A const& a, B const& b) {
  return {Op{}, placeholder::part(a), placeholder::part(b)};
}

template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<plus<>, A, B> operator+(A const& a, B const& b) {
  return placeholder::make<plus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<minus<>, A, B> operator-(A const& a, B const& b) {
  return placeholder::make<minus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<multiplies<>, A, B> operator*(A const& a, B const& b) {
  return placeholder::make<multiplies<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<divides<>, A, B> operator/(A const& a, B const& b) {
  return placeholder::make<divides<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<modulus<>, A, B> operator%(A const& a, B const& b) {
  return placeholder::make<modulus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_and<>, A, B> operator&(A const& a, B const& b) {
  return placeholder::make<bit_and<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_or<>, A, B> operator|(A const& a, B const& b) {
  return placeholder::make<bit_or<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_xor<>, A, B> operator^(A const& a, B const& b) {
  return placeholder::make<bit_xor<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<left_shift, A, B> operator<<(A const& a, B const& b) {
  return placeholder::make<left_shift>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<right_shift, A, B> operator>>(A const& a, B const& b) {
  return placeholder::make<right_shift>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<equal_to<>, A, B> operator==(A const& a, B const& b) {
  return placeholder::make<equal_to<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<not_equal_to<>, A, B> operator!=(A const& a, B const& b) {
  return placeholder::make<not_equal_to<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<less<>, A, B> operator<(A const& a, B const& b) {
  return placeholder::make<less<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<less_equal<>, A, B> operator<=(A const& a, B const& b) {
  return placeholder::make<less_equal<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<greater<>, A, B> operator>(A const& a, B const& b) {
  return placeholder::make<greater<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<greater_equal<>, A, B> operator>=(A const& a, B const& b) {
  return placeholder::make<greater_equal<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<logical_and<>, A, B> operator&&(A const& a, B const& b) {
  return placeholder::make<logical_and<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<logical_or<>, A, B> operator||(A const& a, B const& b) {
  return placeholder::make<logical_or<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<plus_assign, A, B> operator+=(A const& a, B const& b) {
  return placeholder::make<plus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<minus_assign, A, B> operator-=(A const& a, B const& b) {
  return placeholder::make<minus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<multiplies_assign, A, B> operator*=(A const& a, B const& b) {
  return placeholder::make<multiplies_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<divides_assign, A, B> operator/=(A const& a, B const& b) {
  return placeholder::make<divides_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<modulus_assign, A, B> operator%=(A const& a, B const& b) {
  return placeholder::make<modulus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_and_assign, A, B> operator&=(A const& a, B const& b) {
  return placeholder::make<bit_and_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_or_assign, A, B> operator|=(A const& a, B const& b) {
  return placeholder::make<bit_or_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<bit_xor_assign, A, B> operator^=(A const& a, B const& b) {
  return placeholder::make<bit_xor_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<left_shift_assign, A, B> operator<<=(A const& a, B const& b) {
  return placeholder::make<left_shift_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr made_of<right_shift_assign, A, B> operator>>=(A const& a, B const& b) {
  return placeholder::make<right_shift_assign>(a, b);
}

template <expression A>
THRUM_HD constexpr unary<unary_plus, A> operator+(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<negate<>, A> operator-(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<logical_not<>, A> operator!(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<bit_not<>, A> operator~(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<pre_increment, A> operator++(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<pre_decrement, A> operator--(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<post_increment, A> operator++(A const& a, int) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary<post_decrement, A> operator--(A const& a, int) {
  return {{}, a};
}

}  // namespace thrum::detail::placeholder
