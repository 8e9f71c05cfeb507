// Elements of ranges: what their values are, how they are moved from and how they are stored. An
// argument of a call may be an element, too: v[0] of a vector in device memory.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <cstddef>
#include <type_traits>
#include <utility>

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

/// Assigns element = value. A caller who stores numbers of one type in elements of another means
/// the conversion. So no compiler is to warn of it here, as none does in the standard's algorithms.
THRUM_EXEC_CHECK_DISABLE
template <class E, class V>
THRUM_INLINED THRUM_HD constexpr void store(E&& element, V&& value) {
  using to = value_of_t<E>;
  using from = value_of_t<V>;
  if constexpr (std::is_arithmetic_v<to> && std::is_arithmetic_v<from>) {
    std::forward<E>(element) = static_cast<to>(static_cast<from>(value));
  } else {
    std::forward<E>(element) = std::forward<V>(value);
  }
}

/// Prefetches the cache line after an element that has been stored, where the next element of the
/// same destination goes. For stores to many destinations at once that are in no cache: a processor
/// would wait for the line of each store and hold back the stores that follow.
template <class T>
void expect_stores_after([[maybe_unused]] T* element) {
#if defined(__GNUC__)
  constexpr int line = 64;
  __builtin_prefetch(reinterpret_cast<char const*>(element) + line, 1);
#endif
}

/// Returns first[i] in a form to move from: an rvalue reference to an element in memory;
/// first.moved_element(i) if the iterator has that member, for elements that it refers to in
/// another way; otherwise the value itself. This function does what std::ranges::iter_move does,
/// for the device, too.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr decltype(auto) moved_element(I const& first, std::ptrdiff_t i) {
  if constexpr (requires { first.moved_element(i); }) return first.moved_element(i);
  else if constexpr (std::is_lvalue_reference_v<decltype(first[i])>) return std::move(first[i]);
  else return first[i];
}

template <class I>
using moved_element_t = decltype(detail::moved_element(std::declval<I const&>(), std::ptrdiff_t{}));

/// Says whether elements can be copied and assigned as bytes. A trivially copyable type may still
/// be a type that can only be moved.
template <class T>
inline constexpr bool is_plain_element =
    std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T>;

/// An object that takes any assignment and keeps nothing.
struct discarded_element {
  template <class T>
  THRUM_HD constexpr discarded_element const& operator=(T&&) const {
    return *this;
  }
};

}  // namespace thrum::detail
