// Scans of segments. On the host each segment is scanned by one task or by all; on a device one
// scan starts anew with each segment.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/scan_by_key.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/scan_vectors.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/detail/kernels/shape/scan_runs.h>
#include <thrum/detail/primitives/scan.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Stores x in out[i] if element i of a tile is in a segment: if it is one of [low, high) from
/// `begin` on.
template <class O>
struct tile_writer {
  O out;
  std::ptrdiff_t begin;
  int low, high;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD void operator()(std::ptrdiff_t i, X&& x) const {
    int const k = static_cast<int>(i - begin);
    if (low <= k && k < high) detail::store(out[i], std::forward<X>(x));
  }
};

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
  /// Returns what does the same for n elements from `begin` on, and reads no offset.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD tile_writer<O> of_tile(std::ptrdiff_t begin, int n) const {
    auto const place = [&](std::ptrdiff_t at) {
      return static_cast<int>(at < begin ? 0 : detail::least(at - begin, n));
    };
    return {out, begin, place(segments.begin(0)), place(segments.begin(segments.count))};
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

/// Tells whether a segment begins at i, by flags of the elements from `begin` on.
struct begins_in_group {
  unsigned char const* flags;
  std::ptrdiff_t begin;
  bool operator()(std::ptrdiff_t i) const { return flags[i - begin] != 0; }
};

/// A segment_scan of integers in memory that op folds: short segments are scanned together, as
/// runs.
template <class I, class S, class O, class Seed, class Op, class Kind>
struct segment_scan_of_integers : segment_scan<I, S, O, Seed, Op, Kind> {
  using one_by_one = segment_scan<I, S, O, Seed, Op, Kind>;
  void each_of(std::ptrdiff_t s, std::ptrdiff_t limit) {
    using T = typename Seed::type;
    T const start = detail::start_of_sum<T, Op>(one_by_one::init);
    while (s < limit) {
      unsigned char flags[segment_group<S>::most + 1] = {};
      segment_group<S> const group(one_by_one::segments, s, limit, [&](std::ptrdiff_t i) { flags[i] = 1; });
      if (!group.is_worth_it()) {
        do one_by_one::operator()(seq_policy{}, s++);
        while (s < group.last);
        continue;
      }
      static_cast<void>(detail::scan_runs_of_integers<Kind, T>(
          start, start, group.begin, group.end, one_by_one::first, one_by_one::out,
          begins_in_group{flags, group.begin}, one_by_one::op));
      s = group.last;
    }
  }
};

/// Scans each segment on its own, from the seed.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class Seed, class Op, class Kind>
THRUM_HD void segmented_scan(B const& exec, I first, S segments, O out, Seed init, Op op, Kind kind) {
  if constexpr (backend_traits<B>::runs_on_host) {
    using T = typename Seed::type;
    using scan = segment_scan<I, S, O, Seed, Op, Kind>;
    scan work{first, segments, out, std::move(init), std::move(op)};
#if !defined(__CUDACC__)
    if constexpr (scans_in_vectors<I, O, T, Op>) {
      if (detail::vectors_of_processor() >= vector_level::avx2)
        return detail::for_each_segment(exec, segments,
                                        segment_scan_of_integers<I, S, O, Seed, Op, Kind>{std::move(work)});
    }
#endif
    detail::for_each_segment(exec, segments, std::move(work));
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
