// Checks calls without a policy in a program that is built with THRUM_CHECKED.
#pragma once

#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/checked/call.h>
#include <type_traits>

namespace thrum::detail {

template <class Space>
struct checked_source {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr auto get() {
    using policy = std::remove_cvref_t<decltype(policy_of_space<Space>::get())>;
    if constexpr (backend<policy>) return checked_policy<policy>(policy_of_space<Space>::get());
    else return policy_of_space<Space>::get();  // the error says which header the call needs
  }
};

inline namespace THRUM_BUILD_NAMESPACE {
struct checked_calls {
  template <class Space>
  using source = checked_source<Space>;
  /// Checks the memory of a call that runs under no policy: a copy from one memory to another.
  template <class Algorithm, class... Args>
  static void check(Args const&... args) {
    using call = contracts::call_of<Algorithm, sizeof...(Args)>;
    if constexpr (contracts::can_be_checked<call, contracts::no_policy, std::decay_t<Args>...>()) {
      static_cast<void>(contracts::call_arguments<call, contracts::no_policy, Args const...>(args...));
    }
  }
};
}  // namespace THRUM_BUILD_NAMESPACE

}  // namespace thrum::detail
