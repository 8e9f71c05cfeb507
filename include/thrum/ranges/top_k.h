// ranges::top_k, top_k_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/ranges/results.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// top_k(policy, range, k, out[, less[, projection]][, thrum::unsorted]): copies the k greatest
/// elements, by what the projection makes of an element, the greatest first; fewer, if the range or
/// the output has fewer elements. With thrum::unsorted they are in the order of the range. Returns
/// {in, out}: the end of the input and that of what was written. Otherwise as thrum::top_k.
struct top_k_fn : detail::range_algorithm<top_k_fn, 2, 1, 1> {
  template <class B, class E, class O, class Size, class F = detail::left_out, class P = detail::left_out,
            detail::order_of_results Order = sorted_results>
    requires(!detail::order_of_results<F> && !detail::order_of_results<P>)
  static auto call(B const& exec, E const& in, O const& out, Size most, F less = {}, P projection = {},
                   Order order = {}) {
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_count<Size>()) {
      n = std::min({detail::length_of(most), in.size, out.size});
      thrum::top_k(exec, in.first, in.last(), n, out.first,
                   detail::projected_order(std::move(less), std::move(projection)), order);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n)};
  }
  template <class B, class E, class O, class Size, detail::order_of_results Order>
  static auto call(B const& exec, E const& in, O const& out, Size most, Order order) {
    return top_k_fn::call(exec, in, out, std::move(most), detail::left_out{}, detail::left_out{}, order);
  }
  template <class B, class E, class O, class Size, class F, detail::order_of_results Order>
  static auto call(B const& exec, E const& in, O const& out, Size most, F less, Order order) {
    return top_k_fn::call(exec, in, out, std::move(most), std::move(less), detail::left_out{}, order);
  }
};
THRUM_OBJECT top_k_fn top_k{};

/// top_k_by_key(policy, keys, values, k, keys_out, values_out[, less[, projection]][,
/// thrum::unsorted]): copies the k greatest keys, by what the projection makes of a key, and their
/// values; fewer, if a range has fewer elements. Returns {in1, in2, out1, out2}: the positions
/// behind the keys and values that were looked at, and the ends of what was written. Otherwise as
/// top_k.
struct top_k_by_key_fn : detail::range_algorithm<top_k_by_key_fn, 4, 2, 1, 2> {
  template <class B, class K, class V, class KO, class VO, class Size, class F = detail::left_out,
            class P = detail::left_out, detail::order_of_results Order = sorted_results>
    requires(!detail::order_of_results<F> && !detail::order_of_results<P>)
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& values_out,
                   Size most, F less = {}, P projection = {}, Order order = {}) {
    std::ptrdiff_t const all = std::min(keys.size, values.size);
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_count<Size>()) {
      n = std::min({detail::length_of(most), all, keys_out.size, values_out.size});
      thrum::top_k_by_key(exec, keys.first, keys.at(all), values.first, n, keys_out.first, values_out.first,
                          detail::projected_order(std::move(less), std::move(projection)), order);
    }
    return in_in_out_out_result<typename K::position, typename V::position, typename KO::position,
                                typename VO::position>{keys.result(all), values.result(all), keys_out.result(n),
                                                       values_out.result(n)};
  }
  template <class B, class K, class V, class KO, class VO, class Size, detail::order_of_results Order>
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& values_out,
                   Size most, Order order) {
    return top_k_by_key_fn::call(exec, keys, values, keys_out, values_out, std::move(most), detail::left_out{},
                                 detail::left_out{}, order);
  }
  template <class B, class K, class V, class KO, class VO, class Size, class F, detail::order_of_results Order>
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& values_out,
                   Size most, F less, Order order) {
    return top_k_by_key_fn::call(exec, keys, values, keys_out, values_out, std::move(most), std::move(less),
                                 detail::left_out{}, order);
  }
};
THRUM_OBJECT top_k_by_key_fn top_k_by_key{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
