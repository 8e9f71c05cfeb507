// Orders by keys of elements. A projection says which part of an element is compared. If the keys
// are numbers, or tuples of numbers, the order is one of unsigned numbers (detail::digits).
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/order/members_order.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// The order of elements by Less on the results of a projection. NaNs among numbers have their
/// fixed place, even if other keys prevent a sort by digits.
template <class Less, class P>
struct key_order {
  Less less;
  P projection;
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
    requires(callable_with<P, A const&> && callable_with<P, B const&>)
  THRUM_HD constexpr bool operator()(A const& a, B const& b) const {
    using key = typename projected<P, A>::type;
    constexpr bool same_key = std::is_same_v<key, typename projected<P, B>::type>;
    if constexpr (same_key && has_digits<key, Less>) {
      return digits<key, Less>::before(less, detail::call(projection, a), detail::call(projection, b));
    } else if constexpr (same_key && orders_by_members<key, Less>) {
      return members_order<key, Less>{}(detail::call(projection, a), detail::call(projection, b));
    } else {
      return static_cast<bool>(detail::call(less, detail::call(projection, a), detail::call(projection, b)));
    }
  }
};
template <class Less, class P>
key_order(Less, P) -> key_order<Less, P>;

/// The order by the first of several orders. Elements that are equal in it are ordered by the
/// second order, and so on.
template <class First, class... Rest>
struct lexicographic_order {
  First first;
  lexicographic_order<Rest...> rest;
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
    requires(callable_with<First, A const&, B const&>)
  THRUM_HD constexpr bool operator()(A const& a, B const& b) const {
    return first(a, b) || (!first(b, a) && rest(a, b));
  }
};
template <class First>
struct lexicographic_order<First> : First {};

template <class P>
THRUM_HD constexpr auto as_key_order(P projection) {
  auto const by = detail::as_projection(std::move(projection));
  return key_order{less<>{}, by};
}
template <class Less, class P>
THRUM_HD constexpr auto as_key_order(key_order<Less, P> order) {
  return order;
}

template <class First>
THRUM_HD constexpr lexicographic_order<First> lexicographic(First first) {
  return {first};
}
template <class First, class... Rest>
  requires(sizeof...(Rest) > 0)
THRUM_HD constexpr lexicographic_order<First, Rest...> lexicographic(First first, Rest... rest) {
  return {first, detail::lexicographic(rest...)};
}

template <class First, class... Rest>
THRUM_HD constexpr lexicographic_order<First, Rest...> followed_by(First first,
                                                                   lexicographic_order<Rest...> rest) {
  return {first, rest};
}

template <class T, class Less, class P>
  requires(digits<typename projected<P, T>::type, Less>::bits > 0)
struct digits<T, key_order<Less, P>> {
  using key = digits<typename projected<P, T>::type, Less>;
  using order = key_order<Less, P>;
  static constexpr int bits = key::bits;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD static constexpr auto number(order const& by, X const& x) {
    return key::number(by.less, detail::call(by.projection, x));
  }
  template <class X>
  static constexpr auto value(order const& by, X const& x)
    requires requires(typename projected<P, T>::type k) { key::value(by.less, k); }
  {
    return key::value(by.less, detail::call(by.projection, x));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
  THRUM_HD static constexpr bool before(order const& by, X const& x, Y const& y) {
    return key::before(by.less, detail::call(by.projection, x), detail::call(by.projection, y));
  }
};

template <class T, class First>
struct digits<T, lexicographic_order<First>> : digits<T, First> {};

template <class T, class First, class Second, class... Rest>
  requires(digits<T, First>::bits > 0 && digits<T, lexicographic_order<Second, Rest...>>::bits > 0)
struct digits<T, lexicographic_order<First, Second, Rest...>> {
  using high = digits<T, First>;
  using low = digits<T, lexicographic_order<Second, Rest...>>;
  using order = lexicographic_order<First, Second, Rest...>;
  static constexpr int bits = high::bits + low::bits;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD static constexpr auto number(order const& by, X const& x) {
    using U = uint_of_bits<bits>;
    return static_cast<U>(static_cast<U>(static_cast<U>(high::number(by.first, x)) << low::bits) |
                          low::number(by.rest, x));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
  THRUM_HD static constexpr bool before(order const& by, X const& x, Y const& y) {
    if constexpr (bits <= most_bits_of_number) return number(by, x) < number(by, y);
    else return high::before(by.first, x, y) || (!high::before(by.first, y, x) && low::before(by.rest, x, y));
  }
};

/// Gives the order of tuples, whose operators are lexicographic, as one order for each member.
template <class Less, std::size_t... I>
THRUM_HD constexpr lexicographic_order<key_order<Less, tuple_projection<I>>...> each_member(
    std::index_sequence<I...>) {
  return {};
}
template <class Less, std::size_t N>
using each_member_order = decltype(detail::each_member<Less>(std::make_index_sequence<N>{}));

template <class T, class Less>
  requires(tuple_length<T> > 0 && (ascending_order<Less, T> || descending_order<Less, T>))
struct digits<T, Less> {
  using order =
      each_member_order<std::conditional_t<descending_order<Less, T>, greater<>, less<>>, tuple_length<T>>;
  using members = digits<T, order>;
  static constexpr int bits = members::bits;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD static constexpr auto number(Less const&, X const& x) {
    return members::number(order{}, x);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
  THRUM_HD static constexpr bool before(Less const&, X const& x, Y const& y) {
    return members::before(order{}, x, y);
  }
};

/// Checks the order of a sort. Under CUDA, nvcc checks what a projection needs on the device.
template <class B, class Element, class Less>
struct order_check {
  THRUM_HD static constexpr bool valid() {
    if constexpr (sorts_by_radix<std::remove_cvref_t<Element>, Less>) return true;  // a device sorts by the digits
    else return detail::valid_predicate<B, Less, Element, Element>();
  }
};
template <class B, class Element, class Less, class P>
struct order_check<B, Element, key_order<Less, P>> {
  THRUM_HD static constexpr bool valid() {
    using element = std::remove_cvref_t<Element> const&;
    if constexpr (!detail::valid_functor<B, P, element>()) return false;
    else if constexpr (!result_is_known<P>)
      return detail::valid_functor<B, key_order<Less, P>, Element, Element>();
    else {
      using key = std::invoke_result_t<P&, element>;
      constexpr bool returns = !std::is_void_v<key>;
      static_assert(returns, "thrum: a projection returns the key of an element: this one returns nothing");
      if constexpr (!returns) return false;
      else if constexpr (!order_check<types_alone, key, Less>::valid()) return false;
      else return detail::valid_functor<B, key_order<Less, P>, Element, Element>();
    }
  }
};
template <class B, class Element, class... Order>
struct order_check<B, Element, lexicographic_order<Order...>> {
  THRUM_HD static constexpr bool valid() { return (order_check<B, Element, Order>::valid() && ...); }
};

}  // namespace detail
}  // namespace thrum
