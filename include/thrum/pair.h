// pair: two elements, on host and device; it converts from and to std::pair.
#pragma once

#include <thrum/detail/config.h>
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

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(pair const& a, pair const& b) {
    return a.first == b.first && a.second == b.second;
  }
  /// Lexicographic order.
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

THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD constexpr pair<std::decay_t<T>, std::decay_t<U>> make_pair(T&& a, U&& b) {
  return {std::forward<T>(a), std::forward<U>(b)};
}

}  // namespace thrum
