// reduce_by_key that leaves the number of runs in memory.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// Stores the result of reduce_by_key at `count`. A backend that has reduce_by_key_into does not
/// wait for the result.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class KO, class VO, class Equal, class Op, class C>
THRUM_HD void reduce_by_key_into(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                 Equal same, Op op, C count) {
  if constexpr (requires { exec.reduce_by_key_into(keys, n, values, keys_out, values_out, same, op, count); }) {
    exec.reduce_by_key_into(keys, n, values, keys_out, values_out, std::move(same), std::move(op), count);
  } else {
    detail::leave(
        exec, count,
        detail::reduce_by_key(exec, keys, n, values, keys_out, values_out, std::move(same), std::move(op)));
  }
}

}  // namespace thrum::detail
