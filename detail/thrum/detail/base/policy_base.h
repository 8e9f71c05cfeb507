// The base of every policy, in the form that Thrust gives it.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <cstddef>

namespace thrum {

/// The base of every policy, with the policy as its argument. A function that takes an
/// `execution_policy<P> const&` takes any policy. An algorithm that is given this base runs under
/// P.
template <class Derived>
struct execution_policy {};

template <class Policy>
class memory_limited;  // thrum/memory_limit.h
template <class T>
class mapped_file;  // thrum/mapped_file.h
template <class... Policies>
class basic_auto_policy;  // thrum/auto_policy.h

namespace detail {

/// Says whether a type is a policy with a limit of memory, which the sorts of files alone take.
template <class P>
inline constexpr bool is_memory_limited = false;
template <class P>
inline constexpr bool is_memory_limited<memory_limited<P>> = true;
/// Says whether a type is a policy that chooses a policy for each call.
template <class P>
inline constexpr bool is_auto_policy = false;
template <class... Policies>
inline constexpr bool is_auto_policy<basic_auto_policy<Policies...>> = true;
template <class F>
inline constexpr bool is_mapped_file = false;
template <class T>
inline constexpr bool is_mapped_file<mapped_file<T>> = true;

/// Returns the policy with a limit of memory. The headers of policies do not bring the class.
template <class P>
auto limit_memory(P const& policy, std::size_t bytes) {
  constexpr bool header_included = requires { sizeof(memory_limited<P>); };
  static_assert(header_included, "thrum: memory(bytes) of a policy needs #include <thrum/mapped_file.h>");
  if constexpr (header_included) return memory_limited<P>(policy, bytes);
}

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
