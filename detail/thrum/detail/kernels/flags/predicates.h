// Predicates of places (indices) in a range, made of predicates of elements.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/flags/answers.h>
#include <cstddef>

namespace thrum::detail {

/// Tells whether a functor compares two values as their own operator does, and does nothing else.
template <class F>
inline constexpr bool only_compares = false;
template <class T>
inline constexpr bool only_compares<equal_to<T>> = true;
template <class T>
inline constexpr bool only_compares<less<T>> = true;
template <class T>
inline constexpr bool only_compares<greater<T>> = true;
template <class F>
inline constexpr bool only_compares<not_fn_t<F>> = only_compares<F>;

/// Returns whether an element equals a value.
template <class T>
struct equals_value {
  T value;
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
    requires requires(U const& x, T const& y) { x == y; }
  THRUM_HD bool operator()(U const& element) const {
    return static_cast<bool>(equal_to<>{}(element, value));
  }
};

/// Returns whether pred does not accept element i.
template <class I, class P>
struct rejected_at {
  I first;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !detail::call(pred, first[i]); }
};

template <class I, class P>
struct numbers_of<rejected_at<I, P>> : numbers_of<transformed_element<I, P>> {};

/// Returns whether flag i is `wanted`.
struct flag_is {
  unsigned char const* flags;
  bool wanted;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return (flags[i] != 0) == wanted; }
};

/// Sets flags[i] = pred(i).
template <class P>
struct set_flag {
  unsigned char* flags;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { flags[i] = static_cast<unsigned char>(pred(i) ? 1 : 0); }
};

}  // namespace thrum::detail
