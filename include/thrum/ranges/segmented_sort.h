// ranges::segmented_sort, segmented_sort_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// segmented_sort(policy, range, segments[, less[, projection]]): sorts each segment by what the
/// projection makes of an element, stably. `segments` is segments_at(offsets_first, offsets_last)
/// or segments_of(size). Returns the end. Numbers are sorted by their digits where
/// thrum::segmented_sort does so, also those that a projection makes.
struct segmented_sort_fn : detail::range_algorithm<segmented_sort_fn, 1, 0> {
  template <class B, class E, class S, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, S segments, F less = {}, P projection = {}) {
    thrum::segmented_sort(exec, in.first, in.last(), std::move(segments),
                          detail::projected_order(std::move(less), std::move(projection)));
    return in.end();
  }
};
THRUM_OBJECT segmented_sort_fn segmented_sort{};

/// segmented_sort_by_key(policy, keys, values, segments[, less[, projection]]): sorts the keys of
/// each segment, and moves the values with them. The segments lie in both ranges; those of
/// segments_of end where the shorter range ends. Returns the positions {in1, in2} there. Otherwise
/// as segmented_sort.
struct segmented_sort_by_key_fn : detail::range_algorithm<segmented_sort_by_key_fn, 2, 0> {
  template <class B, class K, class V, class S, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, S segments, F less = {}, P projection = {}) {
    std::ptrdiff_t const n = std::min(keys.size, values.size);
    thrum::segmented_sort_by_key(exec, keys.first, keys.at(n), values.first, std::move(segments),
                                 detail::projected_order(std::move(less), std::move(projection)));
    return std::ranges::in_in_result<typename K::position, typename V::position>{keys.result(n), values.result(n)};
  }
};
THRUM_OBJECT segmented_sort_by_key_fn segmented_sort_by_key{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
