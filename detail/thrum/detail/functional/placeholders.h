// Function objects made by writing down their result with placeholders: the nodes that an
// expression is made of, and the operators that make them.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/assignment.h>
#include <thrum/detail/functional/relational.h>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail::placeholder {

struct expression_tag {};
template <class E>
concept expression = std::derived_from<E, expression_tag>;

template <class Op, class A, class B>
struct binary_node;
template <class T>
struct value_node;

/// A part of an expression: the operand itself if it is an expression, otherwise its value.
template <class T>
using part_of = std::conditional_t<expression<T>, T, value_node<value_of_t<T const>>>;
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr part_of<T> part(T const& x) {
  if constexpr (expression<T>) return x;
  else return part_of<T>{static_cast<value_of_t<T const>>(x)};
}

/// The base of all nodes. Assignment is an operator of expressions, too, and has to be a member.
template <class E>
struct node : expression_tag {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr binary_node<assign, E, part_of<T>> operator=(T const& x) const {
    return {{}, static_cast<E const&>(*this), placeholder::part(x)};
  }
  node() = default;
  node(node const&) = default;
  node& operator=(node const&) = default;
};

/// Returns the K-th of the arguments.
template <std::size_t K, class First, class... Rest>
THRUM_HD constexpr decltype(auto) pick(First&& first, [[maybe_unused]] Rest&&... rest) {
  if constexpr (K == 0) return static_cast<First&&>(first);
  else return placeholder::pick<K - 1>(static_cast<Rest&&>(rest)...);
}

/// The nodes _1, _2, ...: return the K-th argument, counted from zero, as it was given.
template <std::size_t K>
struct argument_node : node<argument_node<K>> {
  using node<argument_node>::operator=;
  template <class... Args>
    requires(K < sizeof...(Args))
  THRUM_HD constexpr decltype(auto) operator()(Args&&... args) const {
    return placeholder::pick<K>(static_cast<Args&&>(args)...);
  }
};

/// A node that returns a value, whatever the arguments are.
template <class T>
struct value_node {
  T value;
  template <class... Args>
  THRUM_HD constexpr T const& operator()(Args&&...) const {
    return value;
  }
};

// An argument may occur twice. Therefore all parts get the arguments as lvalues.

/// A node that returns op(a(args...)).
template <class Op, class A>
struct unary_node : node<unary_node<Op, A>> {
  using node<unary_node>::operator=;
  A a;
  THRUM_HD constexpr unary_node(Op, A x) : a(std::move(x)) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
  THRUM_HD constexpr auto operator()(Args&&... args) const -> decltype(Op{}(std::declval<A const&>()(args...))) {
    return Op{}(a(args...));
  }
};

/// A node that returns op(a(args...), b(args...)).
template <class Op, class A, class B>
struct binary_node : node<binary_node<Op, A, B>> {
  using node<binary_node>::operator=;
  A a;
  B b;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr binary_node(Op, A x, B y) : a(std::move(x)), b(std::move(y)) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
  THRUM_HD constexpr auto operator()(Args&&... args) const -> decltype(Op{}(std::declval<A const&>()(args...),
                                                                            std::declval<B const&>()(args...))) {
    return Op{}(a(args...), b(args...));
  }
};

}  // namespace detail::placeholder

/// Function objects made by writing down their result: `_1 * 2 + _2` is a function of two
/// arguments. Values in an expression are copied. The function objects run on host and device. &&
/// and || call both sides.
namespace placeholders {
THRUM_OBJECT detail::placeholder::argument_node<0> _1{};
THRUM_OBJECT detail::placeholder::argument_node<1> _2{};
THRUM_OBJECT detail::placeholder::argument_node<2> _3{};
THRUM_OBJECT detail::placeholder::argument_node<3> _4{};
THRUM_OBJECT detail::placeholder::argument_node<4> _5{};
THRUM_OBJECT detail::placeholder::argument_node<5> _6{};
THRUM_OBJECT detail::placeholder::argument_node<6> _7{};
THRUM_OBJECT detail::placeholder::argument_node<7> _8{};
THRUM_OBJECT detail::placeholder::argument_node<8> _9{};
THRUM_OBJECT detail::placeholder::argument_node<9> _10{};
}  // namespace placeholders
}  // namespace thrum

namespace thrum::detail::placeholder {

template <class A, class B>
concept operands = expression<A> || expression<B>;

template <class Op, class A, class B>
using node_of = binary_node<Op, part_of<A>, part_of<B>>;

THRUM_EXEC_CHECK_DISABLE
template <class Op, class A, class B>
THRUM_HD constexpr node_of<Op, A, B> make(A const& a, B const& b) {
  return {Op{}, placeholder::part(a), placeholder::part(b)};
}

template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<plus<>, A, B> operator+(A const& a, B const& b) {
  return placeholder::make<plus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<minus<>, A, B> operator-(A const& a, B const& b) {
  return placeholder::make<minus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<multiplies<>, A, B> operator*(A const& a, B const& b) {
  return placeholder::make<multiplies<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<divides<>, A, B> operator/(A const& a, B const& b) {
  return placeholder::make<divides<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<modulus<>, A, B> operator%(A const& a, B const& b) {
  return placeholder::make<modulus<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_and<>, A, B> operator&(A const& a, B const& b) {
  return placeholder::make<bit_and<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_or<>, A, B> operator|(A const& a, B const& b) {
  return placeholder::make<bit_or<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_xor<>, A, B> operator^(A const& a, B const& b) {
  return placeholder::make<bit_xor<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<left_shift, A, B> operator<<(A const& a, B const& b) {
  return placeholder::make<left_shift>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<right_shift, A, B> operator>>(A const& a, B const& b) {
  return placeholder::make<right_shift>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<equal_to<>, A, B> operator==(A const& a, B const& b) {
  return placeholder::make<equal_to<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<not_equal_to<>, A, B> operator!=(A const& a, B const& b) {
  return placeholder::make<not_equal_to<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<less<>, A, B> operator<(A const& a, B const& b) {
  return placeholder::make<less<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<less_equal<>, A, B> operator<=(A const& a, B const& b) {
  return placeholder::make<less_equal<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<greater<>, A, B> operator>(A const& a, B const& b) {
  return placeholder::make<greater<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<greater_equal<>, A, B> operator>=(A const& a, B const& b) {
  return placeholder::make<greater_equal<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<logical_and<>, A, B> operator&&(A const& a, B const& b) {
  return placeholder::make<logical_and<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<logical_or<>, A, B> operator||(A const& a, B const& b) {
  return placeholder::make<logical_or<>>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<plus_assign, A, B> operator+=(A const& a, B const& b) {
  return placeholder::make<plus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<minus_assign, A, B> operator-=(A const& a, B const& b) {
  return placeholder::make<minus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<multiplies_assign, A, B> operator*=(A const& a, B const& b) {
  return placeholder::make<multiplies_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<divides_assign, A, B> operator/=(A const& a, B const& b) {
  return placeholder::make<divides_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<modulus_assign, A, B> operator%=(A const& a, B const& b) {
  return placeholder::make<modulus_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_and_assign, A, B> operator&=(A const& a, B const& b) {
  return placeholder::make<bit_and_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_or_assign, A, B> operator|=(A const& a, B const& b) {
  return placeholder::make<bit_or_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<bit_xor_assign, A, B> operator^=(A const& a, B const& b) {
  return placeholder::make<bit_xor_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<left_shift_assign, A, B> operator<<=(A const& a, B const& b) {
  return placeholder::make<left_shift_assign>(a, b);
}
template <class A, class B>
  requires operands<A, B>
THRUM_HD constexpr node_of<right_shift_assign, A, B> operator>>=(A const& a, B const& b) {
  return placeholder::make<right_shift_assign>(a, b);
}

template <expression A>
THRUM_HD constexpr unary_node<unary_plus, A> operator+(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<negate<>, A> operator-(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<logical_not<>, A> operator!(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<bit_not<>, A> operator~(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<pre_increment, A> operator++(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<pre_decrement, A> operator--(A const& a) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<post_increment, A> operator++(A const& a, int) {
  return {{}, a};
}
template <expression A>
THRUM_HD constexpr unary_node<post_decrement, A> operator--(A const& a, int) {
  return {{}, a};
}

}  // namespace thrum::detail::placeholder
