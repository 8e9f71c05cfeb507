// ranges::segmented_inclusive_scan, segmented_exclusive_scan.
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
#include <thrum/segmented_scan.h>
#include <thrum/segments.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// segmented_inclusive_scan(policy, range, segments, out[, op[, init[, projection]]]): does an
/// inclusive_scan of each segment, until the input ends or the output is full, also within a
/// segment. `segments` is segments_at(offsets_first, offsets_last) or segments_of(size). For an
/// element that is in no segment nothing is written. Returns the positions {in, out} behind.
///
/// The order of the arguments and the type of the sums are those of inclusive_scan; {} is for no
/// init. Otherwise as thrum::segmented_inclusive_scan.
struct segmented_inclusive_scan_fn : detail::range_algorithm<segmented_inclusive_scan_fn, 2, 1, 1> {
  template <class B, class E, class O, class S, class F = detail::left_out, class T = detail::left_out,
            class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, F op = {}, T init = {},
                   P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    using sum = std::conditional_t<std::same_as<T, detail::left_out>, std::iter_value_t<typename O::iterator>,
                                   detail::value_of_t<T>>;
    if constexpr (detail::valid_segments<B, S>() && detail::valid_summands<sum, B, typename E::iterator, P>()) {
      auto const cut = detail::segments_within(segments, n);
      auto const from = detail::summands<sum>(in.first, std::move(projection));
      auto const add = detail::functor_or<plus<>>(std::move(op));
      if constexpr (std::same_as<T, detail::left_out>)
        thrum::segmented_inclusive_scan(exec, from, from + n, cut, out.first, add);
      else thrum::segmented_inclusive_scan(exec, from, from + n, cut, out.first, std::move(init), add);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT segmented_inclusive_scan_fn segmented_inclusive_scan{};

/// segmented_exclusive_scan(policy, range, segments, out[, init[, op[, projection]]]): does an
/// exclusive_scan of each segment, each from init; from zero unless init is given. Sums are made in
/// the type of init. With a projection there is an init. Otherwise as segmented_inclusive_scan.
struct segmented_exclusive_scan_fn : detail::range_algorithm<segmented_exclusive_scan_fn, 2, 1, 1> {
  template <class B, class E, class O, class S, class T = detail::left_out, class F = detail::left_out,
            class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S segments, T init = {}, F op = {},
                   P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    if constexpr (detail::valid_segments<B, S>()) {
      auto const cut = detail::segments_within(segments, n);
      auto const add = detail::functor_or<plus<>>(std::move(op));
      using I = typename E::iterator;
      if constexpr (!std::same_as<T, detail::left_out>) {
        using sum = detail::value_of_t<T>;
        if constexpr (detail::valid_summands<sum, B, I, P>()) {
          auto const from = detail::summands<sum>(in.first, std::move(projection));
          thrum::segmented_exclusive_scan(exec, from, from + n, cut, out.first, std::move(init), add);
        }
      } else if constexpr (detail::valid_sum_without_init<std::iter_value_t<I>, P>()) {
        thrum::segmented_exclusive_scan(exec, in.first, in.at(n), cut, out.first, std::iter_value_t<I>(), add);
      }
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT segmented_exclusive_scan_fn segmented_exclusive_scan{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
