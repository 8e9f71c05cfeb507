// Whether an operator is +: thrum's plus, or the standard's.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/functional.h>
#include <functional>
#include <type_traits>

namespace thrum {

template <class F>
inline constexpr bool is_operator_plus_function_object_v = false;
template <class T>
inline constexpr bool is_operator_plus_function_object_v<plus<T>> = true;
template <class T>
inline constexpr bool is_operator_plus_function_object_v<std::plus<T>> = true;
template <class F>
using is_operator_plus_function_object = std::bool_constant<is_operator_plus_function_object_v<F>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
