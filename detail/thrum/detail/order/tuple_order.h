// Comparisons of tuples; thrum/tuple.h includes this file.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>

namespace thrum {

template <class... T>
struct tuple;

namespace detail {
THRUM_EXEC_CHECK_DISABLE
template <std::size_t I = 0, class... T, class... U>
THRUM_HD constexpr bool tuples_equal(tuple<T...> const& a, tuple<U...> const& b) {
  if constexpr (I == sizeof...(T)) return true;
  else return get<I>(a) == get<I>(b) && detail::tuples_equal<I + 1>(a, b);
}
THRUM_EXEC_CHECK_DISABLE
template <std::size_t I = 0, class... T, class... U>
THRUM_HD constexpr bool tuple_less(tuple<T...> const& a, tuple<U...> const& b) {
  if constexpr (I == sizeof...(T)) return false;
  else if (get<I>(a) < get<I>(b)) return true;
  else if (get<I>(b) < get<I>(a)) return false;
  else return detail::tuple_less<I + 1>(a, b);
}
}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class... T, class... U>
  requires(sizeof...(T) == sizeof...(U))
THRUM_HD constexpr bool operator==(tuple<T...> const& a, tuple<U...> const& b) {
  return detail::tuples_equal(a, b);
}
/// Compares two tuples in lexicographic order.
THRUM_EXEC_CHECK_DISABLE
template <class... T, class... U>
  requires(sizeof...(T) == sizeof...(U))
THRUM_HD constexpr bool operator<(tuple<T...> const& a, tuple<U...> const& b) {
  return detail::tuple_less(a, b);
}
THRUM_EXEC_CHECK_DISABLE
template <class... T, class... U>
  requires(sizeof...(T) == sizeof...(U))
THRUM_HD constexpr bool operator>(tuple<T...> const& a, tuple<U...> const& b) {
  return b < a;
}
THRUM_EXEC_CHECK_DISABLE
template <class... T, class... U>
  requires(sizeof...(T) == sizeof...(U))
THRUM_HD constexpr bool operator<=(tuple<T...> const& a, tuple<U...> const& b) {
  return !(b < a);
}
THRUM_EXEC_CHECK_DISABLE
template <class... T, class... U>
  requires(sizeof...(T) == sizeof...(U))
THRUM_HD constexpr bool operator>=(tuple<T...> const& a, tuple<U...> const& b) {
  return !(a < b);
}

}  // namespace thrum
