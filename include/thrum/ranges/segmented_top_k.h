// ranges::segmented_top_k.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/segments_with_room.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/segmented_top_k.h>
#include <thrum/segments.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// segmented_top_k(policy, range, segments, k, out[, less[, projection]]): copies the k greatest
/// elements of each segment, by what the projection makes of an element, the greatest first: those
/// of segment s to the places from s * k on. The call ends before the segment for which the output
/// has no k places. `segments` is segments_at(offsets_first, offsets_last) or segments_of(size).
/// Returns {in, out}: the end of the input, and behind the places of the last segment that was
/// taken. Otherwise as thrum::segmented_top_k.
struct segmented_top_k_fn : detail::range_algorithm<segmented_top_k_fn, 2, 1, 2> {
  template <class B, class E, class O, class S, class Size, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, Size most, F less = {},
                   P projection = {}) {
    std::ptrdiff_t n = 0, k = 0;
    if constexpr (detail::valid_segments<B, S>() && detail::valid_count<Size>()) {
      std::ptrdiff_t size = in.size;
      k = detail::length_of(most);
      n = std::min(detail::segments_in(segments, size).count, out.size / std::max(k, std::ptrdiff_t{1}));
      detail::keep_first(n, segments, size);
      thrum::segmented_top_k(exec, in.first, in.at(size), segments, k, out.first,
                             detail::projected_order(std::move(less), std::move(projection)));
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n * k)};
  }
};
THRUM_OBJECT segmented_top_k_fn segmented_top_k{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
