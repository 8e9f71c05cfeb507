// One step of every sum that is made from left to right.
#pragma once

#include <thrum/detail/config.h>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// sum = op(sum, value). A sum that owns something is moved into an operator that takes it so, as by std::accumulate.
THRUM_EXEC_CHECK_DISABLE
template <class T, class U, class Op>
THRUM_HD constexpr void fold_into(T& sum, U&& value, Op& op) {
  if constexpr (!std::is_trivially_copyable_v<T> && std::is_invocable_v<Op&, T, U>) {
    sum = static_cast<T>(op(std::move(sum), std::forward<U>(value)));
  } else {
    sum = static_cast<T>(op(sum, std::forward<U>(value)));
  }
}

}  // namespace thrum::detail
