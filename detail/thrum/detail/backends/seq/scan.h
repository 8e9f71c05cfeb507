// scan of seq, in the shape of kernels/shape/scan.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <cstddef>
#include <utility>

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class Seed, class Op, class Kind>
THRUM_HD void seq_policy::scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind) const {
  if (n == 0) return;
  if constexpr (detail::scans_in_groups<typename Seed::type>) {
    if (n <= detail::scan_few_elements) return detail::scan_few<Kind>(first, n, out, seed, op);
  }
  auto carry = detail::begin_scan(first, out, seed);
  for (std::ptrdiff_t at = detail::scan_begin<Seed>; at < n; at += detail::scan_tile) {
    carry = detail::scan_one_tile<Kind>(first + at, detail::least(detail::scan_tile, n - at), out + at,
                                        std::move(carry), op);
  }
}

}  // namespace thrum
