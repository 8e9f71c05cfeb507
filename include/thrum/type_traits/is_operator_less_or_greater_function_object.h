// Whether a comparator is < or >: thrum's less and greater, or the standard's.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/functional.h>
#include <functional>
#include <type_traits>

namespace thrum {

template <class F>
inline constexpr bool is_operator_less_function_object_v = false;
template <class T>
inline constexpr bool is_operator_less_function_object_v<less<T>> = true;
template <class T>
inline constexpr bool is_operator_less_function_object_v<std::less<T>> = true;
template <class F>
using is_operator_less_function_object = std::bool_constant<is_operator_less_function_object_v<F>>;

template <class F>
inline constexpr bool is_operator_greater_function_object_v = false;
template <class T>
inline constexpr bool is_operator_greater_function_object_v<greater<T>> = true;
template <class T>
inline constexpr bool is_operator_greater_function_object_v<std::greater<T>> = true;
template <class F>
using is_operator_greater_function_object = std::bool_constant<is_operator_greater_function_object_v<F>>;

template <class F>
inline constexpr bool is_operator_less_or_greater_function_object_v =
    is_operator_less_function_object_v<F> || is_operator_greater_function_object_v<F>;
template <class F>
using is_operator_less_or_greater_function_object =
    std::bool_constant<is_operator_less_or_greater_function_object_v<F>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
