// scan of cuda::par.deterministic(). Sums, maxima and minima of integers have the same bits in any
// shape, so that CUB computes them, which is fastest.
#pragma once

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/scan.h>
#include <thrum/detail/backends/cuda/scan.cuh>
#include <thrum/detail/functional/fold.h>
#include <cstddef>

namespace thrum {

template <class I, class O, class Seed, class Op, class Kind>
void cuda::deterministic_policy::scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
  using T = typename Seed::type;
  if constexpr (detail::scans_in_any_shape<I, T, Op>) {
    policy::scan(first, n, out, seed, op, kind);
  } else {
    deterministic_policy const exec = step();
    detail::scan_by_blocks(exec, first, n, out, seed, op, kind);
    finish();
  }
}

}  // namespace thrum
