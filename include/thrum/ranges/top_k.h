// ranges::top_k.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
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

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
