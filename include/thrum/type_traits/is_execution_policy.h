// is_execution_policy: whether a type is a policy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/policy_base.h>
#include <thrum/backend.h>
#include <type_traits>

namespace thrum {

/// Whether T is a policy: a type of object that can be the argument before the iterators of a call.
template <class T>
inline constexpr bool is_execution_policy_v =
    backend<std::remove_cvref_t<T>> || detail::is_checked_policy<std::remove_cvref_t<T>> ||
    detail::own_policy<std::remove_cvref_t<T>>;
template <class T>
using is_execution_policy = std::bool_constant<is_execution_policy_v<T>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
