// Scans of segments. On the host each segment is scanned by one task or by all; on a device one
// scan starts anew with each segment.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/scan_by_key.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/detail/primitives/scan.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Stores x in out[i] if element i is in a segment.
template <class O, class S>
struct segment_writer {
  O out;
  S segments;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD void operator()(std::ptrdiff_t i, X&& x) const {
    if (segments.has(i)) detail::store(out[i], std::forward<X>(x));
  }
};

template <class I, class S, class O, class Seed, class Op, class Kind>
struct segment_scan {
  I first;
  S segments;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class B>
  THRUM_HD void operator()(B const& exec, std::ptrdiff_t s) const {
    std::ptrdiff_t const begin = segments.begin(s);
    detail::scan(exec, first + begin, segments.size(s), out + begin, init, op, Kind{});
  }
};

/// Scans each segment on its own, from the seed.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class Seed, class Op, class Kind>
THRUM_HD void segmented_scan(B const& exec, I first, S segments, O out, Seed init, Op op, Kind kind) {
  if constexpr (backend_traits<B>::runs_on_host) {
    detail::for_each_segment(
        exec, segments,
        segment_scan<I, S, O, Seed, Op, Kind>{first, segments, out, std::move(init), std::move(op)});
  } else if constexpr (has_native<B, native::scan_segments> && !scans_in_any_shape<I, typename Seed::type, Op>) {
    exec.scan_segments(first, segments, out, std::move(init), std::move(op), kind);
  } else {
    if (segments.n <= 0 || segments.count <= 0) return;
    using writer = segment_writer<O, S>;
    if constexpr (has_native<B, native::scan_runs>) {
      detail::any_shape_of(exec).scan_runs(first, segments.n, called_output<writer>(writer{out, segments}),
                                           starts_of_segments<S>{segments}, std::move(init), std::move(op), kind);
    } else {
      segment_starts<B, S> const heads(exec, segments);
      detail::restarted_scan(exec, first, segments.n, writer{out, segments}, heads.starts(), std::move(init),
                             std::move(op), kind);
    }
  }
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/segments.cuh>
#include <thrum/detail/backends/cuda/segments.cuh>
#endif
