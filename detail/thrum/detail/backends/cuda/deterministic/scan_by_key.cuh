// scan_runs of cuda::par.deterministic(), on which scans by key are composed.
#pragma once

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/scan_by_key.h>
#include <cstddef>

namespace thrum {

template <class V, class O, class Starts, class Seed, class Op, class Kind>
void cuda::deterministic_policy::scan_runs(V values, std::ptrdiff_t n, O out, Starts starts, Seed seed, Op op,
                                           Kind kind) const {
  deterministic_policy const exec = step();
  detail::scan_runs_by_blocks(exec, values, n, out, starts, seed, op, kind);
  finish();
}

}  // namespace thrum
