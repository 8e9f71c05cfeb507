// find_first of seq.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <cstddef>

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t seq_policy::find_first(std::ptrdiff_t n, P pred) const {
  if constexpr (detail::may_look_ahead<P>) return detail::find_ahead(0, n < 0 ? 0 : n, pred);
  else return detail::find_in_order(0, n < 0 ? 0 : n, pred);
}

}  // namespace thrum
