// ranges::segmented_argmin, segmented_argmax.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/segments_with_room.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segments.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// segmented_argmin(policy, range, segments, out[, less[, projection]]): writes, for each segment,
/// an indexed_value of the first of its least elements, by what the projection makes of an element,
/// until the output is full: the element, and its index in the segment; -1 for an empty segment.
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size). Returns {in, out}:
/// the end of the input and that of what was written. Otherwise as thrum::segmented_argmin.
struct segmented_argmin_fn : detail::range_algorithm<segmented_argmin_fn, 2, 1, 1> {
  template <class B, class E, class O, class S, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, F less = {}, P projection = {}) {
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_segments<B, S>()) {
      std::ptrdiff_t size = in.size;
      n = std::min(detail::segments_in(segments, size).count, out.size);
      detail::keep_first(n, segments, size);
      thrum::segmented_argmin(exec, in.first, in.at(size), segments, out.first,
                              detail::projected_order(std::move(less), std::move(projection)));
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n)};
  }
};
THRUM_OBJECT segmented_argmin_fn segmented_argmin{};

/// segmented_argmax(policy, range, segments, out[, less[, projection]]): does the same with the
/// first of the greatest elements.
struct segmented_argmax_fn : detail::range_algorithm<segmented_argmax_fn, 2, 1, 1> {
  template <class B, class E, class O, class S, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, F less = {}, P projection = {}) {
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_segments<B, S>()) {
      std::ptrdiff_t size = in.size;
      n = std::min(detail::segments_in(segments, size).count, out.size);
      detail::keep_first(n, segments, size);
      thrum::segmented_argmax(exec, in.first, in.at(size), segments, out.first,
                              detail::projected_order(std::move(less), std::move(projection)));
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n)};
  }
};
THRUM_OBJECT segmented_argmax_fn segmented_argmax{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
