// Reversed orders.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/radix_key.h>
#include <utility>

namespace thrum::detail {

/// The reverse of the order of Less.
template <class Less>
struct reversed_order {
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD bool operator()(T&& a, U&& b) {
    return static_cast<bool>(less(std::forward<U>(b), std::forward<T>(a)));
  }
};

/// Returns the reverse of an order of elements of type T. NaNs come last in the reversed order,
/// too.
template <class T, class Less>
THRUM_HD constexpr auto reversed(Less less) {
  if constexpr (has_digits<T, Less> || orders_by_members<T, Less>) {
    if constexpr (ascending_order<Less, T>) return greater<>{};
    else return thrum::less<>{};
  } else return reversed_order<Less>{std::move(less)};
}
template <class T, class Less, class P>
THRUM_HD constexpr auto reversed(key_order<Less, P> order) {
  auto const less = detail::reversed<typename projected<P, T>::type>(order.less);
  return key_order{less, order.projection};
}
template <class T, class First, class... Rest>
THRUM_HD constexpr auto reversed(lexicographic_order<First, Rest...> order) {
  if constexpr (sizeof...(Rest) == 0) {
    return detail::lexicographic(detail::reversed<T>(static_cast<First const&>(order)));
  } else {
    auto const first = detail::reversed<T>(order.first);
    auto const rest = detail::reversed<T>(order.rest);
    return detail::followed_by(first, rest);
  }
}

}  // namespace thrum::detail
