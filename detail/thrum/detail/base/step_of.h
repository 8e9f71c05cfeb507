// The policy of the steps of a longer work.
#pragma once

#include <thrum/detail/base/config.h>

namespace thrum::detail {

/// A policy for the steps of a longer work: one that would wait after each step does not.
THRUM_EXEC_CHECK_DISABLE
template <class B>
THRUM_HD B step_of(B const& exec) {
  if constexpr (requires { exec.step(); }) return exec.step();
  else return exec;
}

}  // namespace thrum::detail
