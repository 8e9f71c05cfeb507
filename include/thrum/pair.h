// pair: two elements, on host and device; a pair converts from and to std::pair.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/swap.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

template <class T, class U>
struct pair {
  using first_type = T;
  using second_type = U;

  T first{};
  U second{};

  pair() = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr pair(T a, U b) : first(std::move(a)), second(std::move(b)) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class V, class W>
    requires(std::is_convertible_v<V, T> && std::is_convertible_v<W, U>)
  THRUM_HD constexpr pair(pair<V, W> other) : first(std::move(other.first)), second(std::move(other.second)) {}
  template <class V, class W>
    requires(std::is_convertible_v<V, T> && std::is_convertible_v<W, U>)
  constexpr pair(std::pair<V, W> other) : first(std::move(other.first)), second(std::move(other.second)) {}
  constexpr operator std::pair<T, U>() const { return {first, second}; }

  /// Exchanges the elements. References keep referring to the same objects; the objects are
  /// exchanged.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void swap(pair& other) {
    thrum::swap(first, other.first);
    thrum::swap(second, other.second);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr void swap(pair& a, pair& b) { a.swap(b); }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(pair const& a, pair const& b) {
    return a.first == b.first && a.second == b.second;
  }
  /// Compares in lexicographic order.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator<(pair const& a, pair const& b) {
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator>(pair const& a, pair const& b) { return b < a; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator<=(pair const& a, pair const& b) { return !(b < a); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator>=(pair const& a, pair const& b) { return !(a < b); }
};

// Comparisons of pairs of two types.
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class V, class W>
  requires(!std::is_same_v<pair<T, U>, pair<V, W>>)
THRUM_HD constexpr bool operator==(pair<T, U> const& a, pair<V, W> const& b) {
  return a.first == b.first && a.second == b.second;
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class V, class W>
  requires(!std::is_same_v<pair<T, U>, pair<V, W>>)
THRUM_HD constexpr bool operator<(pair<T, U> const& a, pair<V, W> const& b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class V, class W>
  requires(!std::is_same_v<pair<T, U>, pair<V, W>>)
THRUM_HD constexpr bool operator>(pair<T, U> const& a, pair<V, W> const& b) {
  return b < a;
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class V, class W>
  requires(!std::is_same_v<pair<T, U>, pair<V, W>>)
THRUM_HD constexpr bool operator<=(pair<T, U> const& a, pair<V, W> const& b) {
  return !(b < a);
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class V, class W>
  requires(!std::is_same_v<pair<T, U>, pair<V, W>>)
THRUM_HD constexpr bool operator>=(pair<T, U> const& a, pair<V, W> const& b) {
  return !(a < b);
}

THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD constexpr pair<std::decay_t<T>, std::decay_t<U>> make_pair(T&& a, U&& b) {
  return {std::forward<T>(a), std::forward<U>(b)};
}

}  // namespace thrum

template <class T, class U>
struct std::tuple_size<thrum::pair<T, U>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I, class T, class U>
struct std::tuple_element<I, thrum::pair<T, U>> : std::tuple_element<I, std::pair<T, U>> {};

namespace thrum {

/// Returns the first or the second element.
template <std::size_t I, class T, class U>
THRUM_HD constexpr std::tuple_element_t<I, pair<T, U>>& get(pair<T, U>& p) {
  if constexpr (I == 0) return p.first;
  else return p.second;
}
template <std::size_t I, class T, class U>
THRUM_HD constexpr std::tuple_element_t<I, pair<T, U>> const& get(pair<T, U> const& p) {
  if constexpr (I == 0) return p.first;
  else return p.second;
}
template <std::size_t I, class T, class U>
THRUM_HD constexpr std::tuple_element_t<I, pair<T, U>>&& get(pair<T, U>&& p) {
  return static_cast<std::tuple_element_t<I, pair<T, U>>&&>(thrum::get<I>(p));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
