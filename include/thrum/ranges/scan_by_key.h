// ranges::inclusive_scan_by_key, exclusive_scan_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/scan_by_key.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// inclusive_scan_by_key(policy, keys, values, out[, equal[, op[, projection1[, projection2]]]]):
/// does an inclusive_scan of the values of each run of adjacent equal keys, until the keys or the
/// values end or the output is full. projection1 makes what is compared of a key, and projection2
/// what is added of a value. Returns the positions {in1, in2, out} behind.
///
/// Sums are made in the value type of `values`, or with a projection in that of the output.
/// Otherwise as thrum::inclusive_scan_by_key.
struct inclusive_scan_by_key_fn : detail::range_algorithm<inclusive_scan_by_key_fn, 3, 2> {
  template <class B, class K, class V, class O, class F = detail::left_out, class G = detail::left_out,
            class P = detail::left_out, class Q = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, O const& out, F same = {}, G op = {},
                   P projection1 = {}, Q projection2 = {}) {
    std::ptrdiff_t const n = std::min({keys.size, values.size, out.size});
    using sum = std::iter_value_t<typename O::iterator>;
    if constexpr (detail::valid_summands<sum, B, typename V::iterator, Q>()) {
      thrum::inclusive_scan_by_key(exec, keys.first, keys.at(n),
                                   detail::summands<sum>(values.first, std::move(projection2)), out.first,
                                   detail::projected_functor(std::move(same), projection1, projection1),
                                   detail::functor_or<plus<>>(std::move(op)));
    }
    return std::ranges::in_in_out_result<typename K::position, typename V::position, typename O::position>{
        keys.result(n), values.result(n), out.result(n)};
  }
};
THRUM_OBJECT inclusive_scan_by_key_fn inclusive_scan_by_key{};

/// exclusive_scan_by_key(policy, keys, values, out[, init[, equal[, op[, projection1[,
/// projection2]]]]]): does an exclusive_scan of the values of each run of adjacent equal keys, each
/// from init; from zero unless init is given. Sums are made in the type of init. With a projection2
/// there is an init. Otherwise as inclusive_scan_by_key.
struct exclusive_scan_by_key_fn : detail::range_algorithm<exclusive_scan_by_key_fn, 3, 2> {
  template <class B, class K, class V, class O, class T = detail::left_out, class F = detail::left_out,
            class G = detail::left_out, class P = detail::left_out, class Q = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, O const& out, T init = {}, F same = {},
                   G op = {}, P projection1 = {}, Q projection2 = {}) {
    std::ptrdiff_t const n = std::min({keys.size, values.size, out.size});
    auto const alike = detail::projected_functor(std::move(same), projection1, projection1);
    auto const add = detail::functor_or<plus<>>(std::move(op));
    if constexpr (!std::same_as<T, detail::left_out>) {
      using sum = detail::value_of_t<T>;
      if constexpr (detail::valid_summands<sum, B, typename V::iterator, Q>()) {
        auto const from = detail::summands<sum>(values.first, std::move(projection2));
        thrum::exclusive_scan_by_key(exec, keys.first, keys.at(n), from, out.first, std::move(init), alike, add);
      }
    } else {
      using element = std::iter_value_t<typename V::iterator>;
      if constexpr (detail::valid_sum_without_init<element, Q>()) {
        thrum::exclusive_scan_by_key(exec, keys.first, keys.at(n), values.first, out.first, element(), alike, add);
      }
    }
    return std::ranges::in_in_out_result<typename K::position, typename V::position, typename O::position>{
        keys.result(n), values.result(n), out.result(n)};
  }
};
THRUM_OBJECT exclusive_scan_by_key_fn exclusive_scan_by_key{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
