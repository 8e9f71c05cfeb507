// How many calls of a functor are worth a task.
#pragma once

namespace example {

/// The policy with a task for each n calls, where it has tasks: unless told, it does up to 4096 calls on one thread, as cheap
/// ones are done best.
template <class Policy>
Policy with_tasks_of(Policy const& policy, [[maybe_unused]] int n) {
  if constexpr (requires { policy.grain(n); }) return policy.grain(n);
  else return policy;
}

}  // namespace example
