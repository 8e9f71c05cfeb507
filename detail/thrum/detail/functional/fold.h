// Sums: one step of a sum that is made from left to right, and which operators add integers or
// numbers, or return the greater or the lesser of two integers.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/extrema.h>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

#if defined(__CUDACC__)
/// Says whether Op is one of the standard's additions. nvcc leaves a call of these out of device
/// code, because they are host functions.
template <class Op, class T>
inline constexpr bool is_std_plus =
    std::is_arithmetic_v<T> && (std::is_same_v<std::remove_const_t<Op>, std::plus<T>> ||
                                std::is_same_v<std::remove_const_t<Op>, std::plus<>>);

template <class T, class U, class Op>
THRUM_HD constexpr T std_sum(T a, U const& b, Op const&) {
  if constexpr (std::is_same_v<Op, std::plus<>>) return static_cast<T>(a + b);
  else return static_cast<T>(a + static_cast<T>(b));
}
#endif

/// Sets sum = op(sum, value). If a sum owns something and the operator takes an rvalue, the sum is
/// moved into the operator, as by std::accumulate.
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class Op>
THRUM_HD constexpr void fold_into(T& sum, U&& value, Op& op) {
#if defined(__CUDA_ARCH__)
  if constexpr (is_std_plus<Op, T>) {
    sum = detail::std_sum(sum, value, op);
    return;
  } else
#endif
      if constexpr (!std::is_trivially_copyable_v<T> && std::is_invocable_v<Op&, T, U>) {
    sum = static_cast<T>(op(std::move(sum), std::forward<U>(value)));
  } else {
    sum = static_cast<T>(op(sum, std::forward<U>(value)));
  }
}

/// Says whether Op adds, by + on values of type T.
template <class Op, class T>
inline constexpr bool is_plus = std::is_same_v<Op, plus<T>> || std::is_same_v<Op, plus<void>> ||
                                std::is_same_v<Op, std::plus<T>> || std::is_same_v<Op, std::plus<void>>;

/// Says whether Op adds integers of type T. Such sums are the same in any shape, and may begin from
/// zero.
template <class Op, class T>
inline constexpr bool adds_integers = std::is_integral_v<T> && !std::is_same_v<T, bool> && is_plus<Op, T>;

/// Says whether Op returns the greater, or the lesser, of two values of type T.
template <class Op, class T>
inline constexpr bool is_maximum = std::is_same_v<Op, maximum<T>> || std::is_same_v<Op, maximum<void>>;
template <class Op, class T>
inline constexpr bool is_minimum = std::is_same_v<Op, minimum<T>> || std::is_same_v<Op, minimum<void>>;

/// Says whether Op adds integers of type T, or returns the greater or the lesser of two. Prefix
/// sums of them are the same in any shape, and may begin from neutral_value.
template <class Op, class T>
inline constexpr bool folds_integers =
    adds_integers<Op, T> ||
    (std::is_integral_v<T> && !std::is_same_v<T, bool> && (is_maximum<Op, T> || is_minimum<Op, T>));

/// The value with which Op returns its other argument, for an Op that folds integers of type T.
template <class Op, class T>
  requires folds_integers<Op, T>
inline constexpr T neutral_value = is_maximum<Op, T>   ? std::numeric_limits<T>::min()
                                   : is_minimum<Op, T> ? std::numeric_limits<T>::max()
                                                       : T(0);

/// Says whether the sum of the elements of I, in T, is the same in any shape.
template <class I, class T, class Op>
inline constexpr bool reduces_in_any_shape = adds_integers<Op, T> && std::is_integral_v<std::iter_value_t<I>>;

/// Says whether a T holds every value of an E, both integers. An associative operator then gives
/// the same result in any shape.
template <class E, class T>
inline constexpr bool keeps_value = std::is_integral_v<T> && std::is_integral_v<E> &&
                                    std::numeric_limits<T>::digits >= std::numeric_limits<E>::digits &&
                                    (std::is_signed_v<T> || !std::is_signed_v<E>);
template <class I, class T>
inline constexpr bool rounds_nothing = keeps_value<std::iter_value_t<I>, T>;

/// Says whether the prefix sums of the elements of I, in T, are the same in any shape, and each
/// element keeps its value.
template <class I, class T, class Op>
inline constexpr bool scans_in_any_shape = rounds_nothing<I, T> && folds_integers<Op, T>;

/// Says whether Op adds floating-point numbers of type T. Such sums may begin from -0.
template <class Op, class T>
inline constexpr bool adds_floats = std::is_floating_point_v<T> && is_plus<Op, T>;

/// Says whether Op adds numbers of type T. Such sums may begin from -0, or from an integer 0.
template <class Op, class T>
inline constexpr bool adds_numbers = adds_integers<Op, T> || adds_floats<Op, T>;

}  // namespace thrum::detail
