// ranges::segmented_reduce.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/segments_with_room.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/functional.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segments.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// segmented_reduce(policy, range, segments, out[, init[, op[, projection]]]): writes, for each
/// segment, op over init and its elements, or what the projection makes of them, until the output
/// is full; the sum from zero unless init and op are given. `segments` is
/// segments_at(offsets_first, offsets_last) or segments_of(size). Returns {in, out}: the end of the
/// input and that of what was written. With a projection there is an init. Otherwise as
/// thrum::segmented_reduce.
struct segmented_reduce_fn : detail::range_algorithm<segmented_reduce_fn, 2, 1, 1> {
  template <class B, class E, class O, class S, class T = detail::left_out, class F = detail::left_out,
            class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, T init = {}, F op = {},
                   P projection = {}) {
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_segments<B, S>()) {
      std::ptrdiff_t size = in.size;
      n = std::min(detail::segments_in(segments, size).count, out.size);
      detail::keep_first(n, segments, size);
      auto const add = detail::functor_or<plus<>>(std::move(op));
      using I = typename E::iterator;
      if constexpr (!std::same_as<T, detail::left_out>) {
        using sum = detail::value_of_t<T>;
        if constexpr (detail::valid_summands<sum, B, I, P>()) {
          auto const from = detail::summands<sum>(in.first, std::move(projection));
          thrum::segmented_reduce(exec, from, from + size, segments, out.first, std::move(init), add);
        }
      } else if constexpr (detail::valid_sum_without_init<std::iter_value_t<I>, P>()) {
        thrum::segmented_reduce(exec, in.first, in.at(size), segments, out.first, std::iter_value_t<I>(), add);
      }
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n)};
  }
};
THRUM_OBJECT segmented_reduce_fn segmented_reduce{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
