// The policy for intermediate steps of a longer computation.
#pragma once

#include <thrum/detail/base/config.h>

namespace thrum::detail {

/// Returns the policy for intermediate steps. If the given policy would wait after each step, the
/// returned one does not.
THRUM_EXEC_CHECK_DISABLE
template <class B>
THRUM_HD B step_of(B const& exec) {
  if constexpr (requires { exec.step(); }) return exec.step();
  else return exec;
}

}  // namespace thrum::detail
