// The types of the values that a call receives as arguments.
#pragma once

#include <thrum/detail/base/config.h>
#include <type_traits>

namespace thrum::detail {

/// Gives the type of an argument's value. Specialised next to device_reference, for which it is the
/// type of what the proxy stands for.
template <class T>
struct value_of {
  using type = T;
};

/// The type in which an algorithm keeps an argument T: sums that start from `v[0]`, an int on the
/// device, are made in int.
template <class T>
using value_of_t = typename value_of<std::decay_t<T>>::type;

/// Returns the argument itself, or the value that a proxy stands for.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr decltype(auto) plain_value(T const& argument) {
  if constexpr (std::is_same_v<value_of_t<T const>, std::decay_t<T const>>) return (argument);
  else return static_cast<value_of_t<T const>>(argument);
}

/// Forwards an argument, or returns the value that a proxy stands for. An rvalue is moved.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr decltype(auto) forward_value(T&& argument) {
  if constexpr (std::is_same_v<value_of_t<T>, std::decay_t<T>>) return static_cast<T&&>(argument);
  else return static_cast<value_of_t<T>>(argument);
}

}  // namespace thrum::detail
