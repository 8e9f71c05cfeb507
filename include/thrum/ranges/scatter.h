// ranges::scatter, scatter_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/scatter.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// scatter(policy, range, map, out): assigns each element to the element of the output at the index
/// that the map has for it, until the range or the map ends. The indices differ, and the output has
/// an element at each. Returns the positions {in1, in2} behind what was read. Otherwise as
/// thrum::scatter.
struct scatter_fn : detail::range_algorithm<scatter_fn, 3, 2> {
  template <class B, class E, class M, class O>
  static auto call(B const& exec, E const& in, M const& map, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, map.size);
    thrum::scatter(exec, in.first, in.at(n), map.first, out.first);
    return std::ranges::in_in_result<typename E::position, typename M::position>{in.result(n), map.result(n)};
  }
};
THRUM_OBJECT scatter_fn scatter{};

/// scatter_if(policy, range, map, stencil, out[, pred[, projection]]): does what scatter does with
/// the elements at whose places pred accepts the element of the stencil, or what the projection
/// makes of it; without pred, those where that is true. The call ends where the range, the map or
/// the stencil ends. The indices of these elements differ, and the output has an element at each.
/// Returns the positions {in1, in2} behind in the range and in the map. Otherwise as
/// thrum::scatter_if.
struct scatter_if_fn : detail::range_algorithm<scatter_if_fn, 4, 3> {
  template <class B, class E, class M, class S, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, M const& map, S const& stencil, O const& out, F pred = {},
                   P projection = {}) {
    std::ptrdiff_t const n = std::min({in.size, map.size, stencil.size});
    thrum::scatter_if(
        exec, in.first, in.at(n), map.first, stencil.first, out.first,
        detail::projected_functor(detail::functor_or<identity<>>(std::move(pred)), std::move(projection)));
    return std::ranges::in_in_result<typename E::position, typename M::position>{in.result(n), map.result(n)};
  }
};
THRUM_OBJECT scatter_if_fn scatter_if{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
