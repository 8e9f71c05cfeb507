// Sums and scans of segments by cuda::par.deterministic().
#pragma once

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/reduce.cuh>
#include <thrum/detail/backends/cuda/deterministic/scan.cuh>
#include <thrum/detail/backends/cuda/deterministic/segments.h>
#include <thrum/detail/functional/fold.h>

namespace thrum {

template <class I, class S, class O, class T, class Op>
void cuda::deterministic_policy::reduce_segments(I first, S segments, O out, T init, Op op) const {
  deterministic_policy const exec = step();
  detail::reduce_segments_by_blocks(exec, first, segments, out, init, op);
  finish();
}

template <class I, class S, class O, class Seed, class Op, class Kind>
void cuda::deterministic_policy::scan_segments(I first, S segments, O out, Seed seed, Op op, Kind kind) const {
  deterministic_policy const exec = step();
  detail::scan_segments_by_blocks(exec, first, segments, out, seed, op, kind);
  finish();
}

}  // namespace thrum
