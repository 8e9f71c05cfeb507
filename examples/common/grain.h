// Sets how many calls of a functor are a task.
#pragma once

namespace example {

/// Returns the policy with a task for each n calls, if it has tasks. By default it makes up to 4096
/// calls on one thread, which is best for cheap calls.
template <class Policy>
Policy with_tasks_of(Policy const& policy, [[maybe_unused]] int n) {
  if constexpr (requires { policy.grain(n); }) return policy.grain(n);
  else return policy;
}

}  // namespace example
