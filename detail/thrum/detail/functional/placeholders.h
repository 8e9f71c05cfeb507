// The nodes of the function objects that expressions of placeholders make. The operators are in
// detail/functional/placeholder_operators.h; thrum/functional.h includes both files.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/functional/assignment.h>
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
struct binary;
template <class T>
struct fixed;

/// A part of an expression: the operand itself if it is an expression, otherwise its value.
template <class T>
using part_of = std::conditional_t<expression<T>, T, fixed<value_of_t<T const>>>;
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
  THRUM_HD constexpr binary<assign, E, part_of<T>> operator=(T const& x) const {
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
struct argument : node<argument<K>> {
  using node<argument>::operator=;
  template <class... Args>
    requires(K < sizeof...(Args))
  THRUM_HD constexpr decltype(auto) operator()(Args&&... args) const {
    return placeholder::pick<K>(static_cast<Args&&>(args)...);
  }
};

/// A node that returns a value, whatever the arguments are.
template <class T>
struct fixed {
  T value;
  template <class... Args>
  THRUM_HD constexpr T const& operator()(Args&&...) const {
    return value;
  }
};

// An argument may occur twice. Therefore all parts get the arguments as lvalues.

/// A node that returns op(a(args...)).
template <class Op, class A>
struct unary : node<unary<Op, A>> {
  using node<unary>::operator=;
  A a;
  THRUM_HD constexpr unary(Op, A x) : a(std::move(x)) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
  THRUM_HD constexpr auto operator()(Args&&... args) const -> decltype(Op{}(std::declval<A const&>()(args...))) {
    return Op{}(a(args...));
  }
};

/// A node that returns op(a(args...), b(args...)).
template <class Op, class A, class B>
struct binary : node<binary<Op, A, B>> {
  using node<binary>::operator=;
  A a;
  B b;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr binary(Op, A x, B y) : a(std::move(x)), b(std::move(y)) {}
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
THRUM_OBJECT detail::placeholder::argument<0> _1{};
THRUM_OBJECT detail::placeholder::argument<1> _2{};
THRUM_OBJECT detail::placeholder::argument<2> _3{};
THRUM_OBJECT detail::placeholder::argument<3> _4{};
THRUM_OBJECT detail::placeholder::argument<4> _5{};
THRUM_OBJECT detail::placeholder::argument<5> _6{};
THRUM_OBJECT detail::placeholder::argument<6> _7{};
THRUM_OBJECT detail::placeholder::argument<7> _8{};
THRUM_OBJECT detail::placeholder::argument<8> _9{};
THRUM_OBJECT detail::placeholder::argument<9> _10{};
}  // namespace placeholders
}  // namespace thrum
