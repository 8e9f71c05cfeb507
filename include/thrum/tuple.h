// tuple: a fixed number of elements of different types, on host and device, with std::tuple's
// interface.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/swap.h>
#include <thrum/detail/order/tuple_order.h>
#include <thrum/pair.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum {

template <class... T>
struct tuple;

namespace detail {

template <std::size_t I, class T>
struct tuple_leaf {
  T value{};
  tuple_leaf() = default;
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD constexpr explicit tuple_leaf(std::in_place_t, U&& u) : value(std::forward<U>(u)) {}
};

/// A leaf that holds a reference. Assignment assigns to the object that it refers to.
template <std::size_t I, class T>
  requires std::is_reference_v<T>
struct tuple_leaf<I, T> {
  T value;
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD constexpr explicit tuple_leaf(std::in_place_t, U&& u) : value(std::forward<U>(u)) {}
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr tuple_leaf(tuple_leaf const& other) : value(static_cast<T>(other.value)) {}
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr tuple_leaf& operator=(tuple_leaf const& other) {
    value = other.value;
    return *this;
  }
};

template <class Indices, class... T>
struct tuple_leaves;
template <std::size_t... I, class... T>
struct tuple_leaves<std::index_sequence<I...>, T...> : tuple_leaf<I, T>... {
  tuple_leaves() = default;
  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
  THRUM_HD constexpr explicit tuple_leaves(std::in_place_t tag, U&&... u)
      : tuple_leaf<I, T>(tag, std::forward<U>(u))... {}
};

template <std::size_t I, class T>
THRUM_HD constexpr T& leaf_value(tuple_leaf<I, T>& leaf) {
  return leaf.value;
}
template <std::size_t I, class T>
THRUM_HD constexpr T const& leaf_value(tuple_leaf<I, T> const& leaf) {
  return leaf.value;
}

template <class T>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<tuple<T...>> = true;

}  // namespace detail

/// Returns the I-th element.
template <std::size_t I, class... T>
THRUM_HD constexpr std::tuple_element_t<I, tuple<T...>>& get(tuple<T...>& t) {
  return detail::leaf_value<I>(t);
}
template <std::size_t I, class... T>
THRUM_HD constexpr std::tuple_element_t<I, tuple<T...>> const& get(tuple<T...> const& t) {
  return detail::leaf_value<I>(t);
}
template <std::size_t I, class... T>
THRUM_HD constexpr std::tuple_element_t<I, tuple<T...>>&& get(tuple<T...>&& t) {
  return static_cast<std::tuple_element_t<I, tuple<T...>>&&>(detail::leaf_value<I>(t));
}

/// A tuple that is trivially copyable if its elements are. A tuple of references assigns through
/// them. Tuples are compared element by element. A tuple converts from a pair and, on the host,
/// from and to the standard's tuple.
template <class... T>
struct tuple : detail::tuple_leaves<std::index_sequence_for<T...>, T...> {
  using leaves = detail::tuple_leaves<std::index_sequence_for<T...>, T...>;

  tuple()
    requires(std::is_default_constructible_v<T> && ...)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && sizeof...(T) > 0 && (std::is_constructible_v<T, U &&> && ...) &&
             !(sizeof...(U) == 1 && (detail::is_tuple<std::remove_cvref_t<U>> && ...)))
  THRUM_HD constexpr tuple(U&&... u) : leaves(std::in_place, std::forward<U>(u)...) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !std::is_same_v<tuple<U...>, tuple> &&
             (std::is_constructible_v<T, U const&> && ...))
  THRUM_HD constexpr tuple(tuple<U...> const& other) : tuple(other, std::index_sequence_for<T...>{}) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !std::is_same_v<tuple<U...>, tuple> &&
             (std::is_constructible_v<T, U &&> && ...))
  THRUM_HD constexpr tuple(tuple<U...>&& other) noexcept((std::is_nothrow_constructible_v<T, U&&> && ...))
      : tuple(std::move(other), std::index_sequence_for<T...>{}) {}

  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && (std::is_constructible_v<T, U const&> && ...))
  constexpr tuple(std::tuple<U...> const& other) : tuple(other, std::index_sequence_for<T...>{}) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class U, class V>
    requires(std::is_constructible_v<tuple, U const&, V const&>)
  THRUM_HD constexpr tuple(pair<U, V> const& other) : tuple(other.first, other.second) {}
  constexpr operator std::tuple<T...>() const { return as_standard(std::index_sequence_for<T...>{}); }

  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !std::is_same_v<tuple<U...>, tuple>)
  THRUM_HD constexpr tuple& operator=(tuple<U...> const& other) {
    assign(other, std::index_sequence_for<T...>{});
    return *this;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !std::is_same_v<tuple<U...>, tuple>)
  THRUM_HD constexpr tuple& operator=(tuple<U...>&& other) {
    assign(std::move(other), std::index_sequence_for<T...>{});
    return *this;
  }
  /// tie(first, second) = pair.
  THRUM_EXEC_CHECK_DISABLE
  template <class U, class V>
    requires(sizeof...(T) == 2)
  THRUM_HD constexpr tuple& operator=(pair<U, V> const& other) {
    detail::store(thrum::get<0>(*this), other.first);
    detail::store(thrum::get<1>(*this), other.second);
    return *this;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U, class V>
    requires(sizeof...(T) == 2)
  THRUM_HD constexpr tuple& operator=(pair<U, V>&& other) {
    detail::store(thrum::get<0>(*this), std::forward<U>(other.first));
    detail::store(thrum::get<1>(*this), std::forward<V>(other.second));
    return *this;
  }
  /// Exchanges the elements. References keep referring to the same objects; the objects are
  /// exchanged.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void swap(tuple& other) { swap(other, std::index_sequence_for<T...>{}); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr void swap(tuple& a, tuple& b) { a.swap(b); }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Other, std::size_t... I>
  THRUM_HD constexpr tuple(Other&& other, std::index_sequence<I...>)
      : leaves(std::in_place, get<I>(std::forward<Other>(other))...) {}
  template <std::size_t... I>
  constexpr std::tuple<T...> as_standard(std::index_sequence<I...>) const {
    return std::tuple<T...>(thrum::get<I>(*this)...);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Other, std::size_t... I>
  THRUM_HD constexpr void assign(Other&& other, std::index_sequence<I...>) {
    (detail::store(thrum::get<I>(*this), thrum::get<I>(std::forward<Other>(other))), ...);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... I>
  THRUM_HD constexpr void swap([[maybe_unused]] tuple& other, std::index_sequence<I...>) {
    (thrum::swap(thrum::get<I>(*this), thrum::get<I>(other)), ...);
  }
};

template <class... T>
tuple(T...) -> tuple<T...>;

/// Returns a tuple of copies of the arguments.
THRUM_EXEC_CHECK_DISABLE
template <class... T>
THRUM_HD constexpr tuple<std::decay_t<T>...> make_tuple(T&&... values) {
  return tuple<std::decay_t<T>...>(std::forward<T>(values)...);
}
/// Returns a tuple of references to assign to: tie(a, b) = f().
THRUM_EXEC_CHECK_DISABLE
template <class... T>
THRUM_HD constexpr tuple<T&...> tie(T&... values) {
  return tuple<T&...>(values...);
}

/// Stands in a tie for an element that is not wanted.
THRUM_OBJECT detail::discarded_element ignore{};

using std::tuple_element;
using std::tuple_size;

}  // namespace thrum

template <class... T>
struct std::tuple_size<thrum::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T>
struct std::tuple_element<I, thrum::tuple<T...>> : std::tuple_element<I, std::tuple<T...>> {};

#include <thrum/detail/public_header/end_with_elements.h>
