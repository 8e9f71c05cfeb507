// ranges::inclusive_scan, exclusive_scan. Their _by_key forms come with them, as in thrum/scan.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/ranges/scan_by_key.h>
#include <thrum/scan.h>
#include <thrum/transform_scan.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// inclusive_scan(policy, range, out[, op[, init[, projection]]]): writes, for each element, op
/// over the elements up to it, or over init and these, until the input ends or the output is full.
/// Returns the positions {in, out} behind.
///
/// The order of the arguments is the standard's; {} is for no init. Sums are made in the type of
/// init, or without init in the type of the elements; with a projection and without init, in the
/// value type of the output. Otherwise as thrum::inclusive_scan.
struct inclusive_scan_fn : detail::range_algorithm<inclusive_scan_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class T = detail::left_out,
            class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F op = {}, T init = {}, P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    auto const add = detail::functor_or<plus<>>(std::move(op));
    auto const f = detail::as_projector(std::move(projection));
    if constexpr (detail::no_projection<P> && std::same_as<T, detail::left_out>) {
      thrum::inclusive_scan(exec, in.first, in.at(n), out.first, add);
    } else if constexpr (detail::no_projection<P>) {
      thrum::inclusive_scan(exec, in.first, in.at(n), out.first, std::move(init), add);
    } else if constexpr (std::same_as<T, detail::left_out>) {
      thrum::transform_inclusive_scan(exec, in.first, in.at(n), out.first, f, add);
    } else {
      thrum::transform_inclusive_scan(exec, in.first, in.at(n), out.first, f, std::move(init), add);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT inclusive_scan_fn inclusive_scan{};

/// exclusive_scan(policy, range, out[, init[, op[, projection]]]): writes, for each element, op
/// over init and the elements before it, until the input ends or the output is full; the sum from
/// zero unless init and op are given. Returns the positions {in, out} behind.
///
/// Sums are made in the type of init. With a projection there is an init. Otherwise as
/// thrum::exclusive_scan.
struct exclusive_scan_fn : detail::range_algorithm<exclusive_scan_fn, 2, 1> {
  template <class B, class E, class O, class T = detail::left_out, class F = detail::left_out,
            class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, T init = {}, F op = {}, P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    auto const add = detail::functor_or<plus<>>(std::move(op));
    if constexpr (std::same_as<T, detail::left_out>) {
      using element = std::iter_value_t<typename E::iterator>;
      if constexpr (detail::valid_sum_without_init<element, P>()) {
        thrum::exclusive_scan(exec, in.first, in.at(n), out.first, element(), add);
      }
    } else if constexpr (detail::no_projection<P>) {
      thrum::exclusive_scan(exec, in.first, in.at(n), out.first, std::move(init), add);
    } else {
      thrum::transform_exclusive_scan(exec, in.first, in.at(n), out.first,
                                      detail::as_projector(std::move(projection)), std::move(init), add);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT exclusive_scan_fn exclusive_scan{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
