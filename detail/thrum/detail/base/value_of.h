// What type the values are that a call is given as arguments.
#pragma once

#include <thrum/detail/base/config.h>
#include <type_traits>

namespace thrum::detail {

/// Of a proxy the type of what it stands for; specialised beside device_reference.
template <class T>
struct value_of {
  using type = T;
};

/// The type in which an algorithm keeps an argument T: sums from `v[0]` of an int on the device are made in int.
template <class T>
using value_of_t = typename value_of<std::decay_t<T>>::type;

/// An argument itself, or the value of what it stands for.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr decltype(auto) plain_value(T const& argument) {
  if constexpr (std::is_same_v<value_of_t<T const>, std::decay_t<T const>>) return (argument);
  else return static_cast<value_of_t<T const>>(argument);
}

/// The same of an argument that is passed on, and moved where it was given to be.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr decltype(auto) forward_value(T&& argument) {
  if constexpr (std::is_same_v<value_of_t<T>, std::decay_t<T>>) return static_cast<T&&>(argument);
  else return static_cast<value_of_t<T>>(argument);
}

}  // namespace thrum::detail
