// The base of every policy, in the form that Thrust gives it.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>

namespace thrum {

/// The base of every policy, with the policy as its argument. A function that takes an
/// `execution_policy<P> const&` takes any policy. An algorithm that is given this base runs under
/// P.
template <class Derived>
struct execution_policy {};

namespace detail {

template <class D>
THRUM_HD constexpr D const& derived_policy(execution_policy<D> const& policy) {
  return static_cast<D const&>(policy);
}

/// A policy that is not a backend: the base of a policy, or a user's policy that derives from
/// host_execution_policy or device_execution_policy.
template <class P>
concept own_policy =
    !backend<P> && !is_checked_policy<P> && requires(P const& policy) { detail::derived_policy(policy); };

}  // namespace detail
}  // namespace thrum
