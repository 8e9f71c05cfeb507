// compact of seq.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <cstddef>

namespace thrum {

/// Plain elements may be compacted with out == first, because no element is stored after its own
/// index.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class K>
THRUM_HD std::ptrdiff_t seq_policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  return detail::for_flagged_tiles_in_order(0, n, keep, detail::copy_accepted<I, O>{first, out});
}

}  // namespace thrum
