// The base of every policy, in Thrust's shape.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>

namespace thrum {

/// What every policy derives from, with itself as the argument: a function that takes an `execution_policy<P> const&` takes
/// any of them, and algorithms run under the P that it is given.
template <class Derived>
struct execution_policy {};

namespace detail {

template <class D>
THRUM_HD constexpr D const& derived_policy(execution_policy<D> const& policy) {
  return static_cast<D const&>(policy);
}

/// A policy that is no backend: the base of one, or a policy of the user's that derives from host_execution_policy or
/// device_execution_policy.
template <class P>
concept own_policy =
    !backend<P> && !is_checked_policy<P> && requires(P const& policy) { detail::derived_policy(policy); };

}  // namespace detail
}  // namespace thrum
