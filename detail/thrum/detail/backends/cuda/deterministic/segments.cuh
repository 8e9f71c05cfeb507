// Sums and scans of segments by cuda::par.deterministic().
#pragma once

#include <thrum/detail/base/fold.h>
#include <thrum/detail/algorithms/segments/segmented_reduce.h>
#include <thrum/detail/algorithms/segments/segmented_scan.h>
#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/reduce.cuh>
#include <thrum/detail/backends/cuda/deterministic/scan.cuh>
#include <thrum/detail/backends/cuda/deterministic/segments.h>

namespace thrum {

template <class I, class S, class O, class T, class Op>
void cuda::deterministic_policy::reduce_segments(I first, S segments, O out, T init, Op op) const {
  if constexpr (detail::same_in_any_shape<I, T, Op>) {
    detail::segmented_reduce(any_shape(), first, segments, out, init, op);
  } else {
    deterministic_policy const exec = step();
    detail::reduce_segments_by_blocks(exec, first, segments, out, init, op);
    finish();
  }
}

template <class I, class S, class O, class Seed, class Op, class Kind>
void cuda::deterministic_policy::scan_segments(I first, S segments, O out, Seed seed, Op op, Kind kind) const {
  using T = typename Seed::type;
  if constexpr (detail::rounds_nothing<I, T> && detail::adds_integers<Op, T>) {
    detail::segmented_scan(any_shape(), first, segments, out, seed, op, kind);
  } else {
    deterministic_policy const exec = step();
    detail::scan_segments_by_blocks(exec, first, segments, out, seed, op, kind);
    finish();
  }
}

}  // namespace thrum
