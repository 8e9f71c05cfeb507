// Holds checked_policy, a policy under which calls are checked.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/backend.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// The policy that thrum::checked(policy) returns. Algorithms check their arguments, and then run
/// under the wrapped policy. checked_policy is a policy for algorithms but no backend: only
/// detail::algorithm takes it. It has the members of the wrapped policy that return policies.
template <class B>
class checked_policy : public execution_policy<checked_policy<B>> {
 public:
  constexpr checked_policy() = default;
  THRUM_HD constexpr explicit checked_policy(B const& policy) : policy_(policy) {}

  /// Returns the policy that is not checked.
  THRUM_HD constexpr B const& unchecked() const { return policy_; }

  template <class X>
  constexpr auto with(X&& x) const
    requires requires(B const& b) { b.with(std::forward<X>(x)); }
  {
    return of(policy_.with(std::forward<X>(x)));
  }
  template <class X>
  constexpr auto operator()(X&& x) const
    requires requires(B const& b) { b(std::forward<X>(x)); }
  {
    return of(policy_(std::forward<X>(x)));
  }
  template <class X>
  constexpr auto on(X&& x) const
    requires requires(B const& b) { b.on(std::forward<X>(x)); }
  {
    return of(policy_.on(std::forward<X>(x)));
  }
  template <class N>
  constexpr auto on_device(N n) const
    requires requires(B const& b) { b.on_device(n); }
  {
    return of(policy_.on_device(n));
  }
  template <class N>
  constexpr auto threads(N n) const
    requires requires(B const& b) { b.threads(n); }
  {
    return of(policy_.threads(n));
  }
  template <class T>
  constexpr auto stay_awake(T time) const
    requires requires(B const& b) { b.stay_awake(time); }
  {
    return of(policy_.stay_awake(time));
  }
  template <class N>
  constexpr auto grain(N n) const
    requires requires(B const& b) { b.grain(n); }
  {
    return of(policy_.grain(n));
  }
  template <class P = checked_policy>
  auto memory(std::size_t bytes) const
    requires(detail::backend_traits<B>::runs_on_host)
  {
    return detail::limit_memory<P>(*this, bytes);
  }
  template <class P = B>
  constexpr auto deterministic() const
    requires requires(P const& b) { b.deterministic(); }
  {
    return of(policy_.deterministic());
  }

  template <class Space>
  static constexpr bool reaches = detail::backend_traits<B>::template reaches<Space>;

 private:
  template <class P>
  static constexpr checked_policy<P> of(P const& policy) {
    return checked_policy<P>(policy);
  }
  B policy_{};
};

namespace detail {

/// The backend that a policy is, or that a checked policy runs on.
template <class P>
struct backend_of_policy {
  using type = P;
};
template <class B>
struct backend_of_policy<checked_policy<B>> {
  using type = B;
};
template <class P>
using backend_of_policy_t = typename backend_of_policy<P>::type;

}  // namespace detail
}  // namespace thrum
