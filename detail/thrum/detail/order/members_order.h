// The order of tuples with members that are not numbers. NaNs in other members still have their
// fixed place.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum {

template <class... T>
struct tuple;  // thrum/tuple.h
template <class T, class U>
struct pair;  // thrum/pair.h

namespace detail {

/// The number of members of a tuple or pair; 0 for other types.
template <class T>
inline constexpr std::size_t tuple_length = 0;
template <class... M>
inline constexpr std::size_t tuple_length<tuple<M...>> = sizeof...(M);
template <class... M>
inline constexpr std::size_t tuple_length<std::tuple<M...>> = sizeof...(M);
template <class M, class N>
inline constexpr std::size_t tuple_length<pair<M, N>> = 2;
template <class M, class N>
inline constexpr std::size_t tuple_length<std::pair<M, N>> = 2;

/// Says whether T is a floating-point number, or a tuple that contains one, directly or in a tuple
/// within.
template <class T>
inline constexpr bool has_floats = std::is_floating_point_v<std::remove_cvref_t<T>>;
template <class... M>
inline constexpr bool has_floats<tuple<M...>> = (has_floats<M> || ...);
template <class... M>
inline constexpr bool has_floats<std::tuple<M...>> = (has_floats<M> || ...);
template <class M, class N>
inline constexpr bool has_floats<pair<M, N>> = has_floats<M> || has_floats<N>;
template <class M, class N>
inline constexpr bool has_floats<std::pair<M, N>> = has_floats<M> || has_floats<N>;

template <class T, class Less>
  requires(has_floats<T> && !has_digits<T, Less> && (ascending_order<Less, T> || descending_order<Less, T>))
inline constexpr bool orders_by_members<T, Less> = true;

/// The order of Less on tuples of which some members have no digits. Those members are compared by
/// `<`, as in the operators of the tuples. NaNs in members that are numbers have their fixed place.
template <class T, class Less>
struct members_order {
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
  THRUM_HD constexpr bool operator()(A const& a, B const& b) const {
    return before<0>(a, b);
  }

 private:
  static constexpr bool falling = descending_order<Less, T>;
  using order = std::conditional_t<falling, greater<>, less<>>;

  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t I, class A, class B>
  THRUM_HD static constexpr bool before(A const& a, B const& b) {
    if constexpr (I == tuple_length<T>) {
      return false;
    } else {
      auto const& x = tuple_projection<I>{}(a);
      auto const& y = tuple_projection<I>{}(b);
      return member_before(x, y) || (!member_before(y, x) && before<I + 1>(a, b));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class M>
  THRUM_HD static constexpr bool member_before(M const& x, M const& y) {
    if constexpr (has_digits<M, order>) return digits<M, order>::before(order{}, x, y);
    else if constexpr (orders_by_members<M, order>) return members_order<M, order>{}(x, y);
    else return static_cast<bool>(falling ? y < x : x < y);
  }
};

/// The order of a number without digits, a long double. The number is treated like a tuple of
/// itself.
template <class T, class Less>
  requires std::is_floating_point_v<T>
struct members_order<T, Less> {
  THRUM_HD constexpr bool operator()(T a, T b) const {
    return (descending_order<Less, T> ? b < a : a < b) || (b != b && a == a);
  }
};

}  // namespace detail
}  // namespace thrum
