// ranges::gather, gather_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// gather(policy, map, range, out): copies the elements at the indices of the map, in the order of
/// the map, until the map ends or the output is full. Returns {in, out}: the position in the map,
/// and that in the output, behind what was copied. Otherwise as thrum::gather.
struct gather_fn : detail::range_algorithm<gather_fn, 3, 2> {
  template <class B, class M, class E, class O>
  static auto call(B const& exec, M const& map, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(map.size, out.size);
    thrum::gather(exec, map.first, map.at(n), in.first, out.first);
    return std::ranges::in_out_result<typename M::position, typename O::position>{map.result(n), out.result(n)};
  }
};
THRUM_OBJECT gather_fn gather{};

/// gather_if(policy, map, stencil, range, out[, pred[, projection]]): copies the element at each
/// index of the map to the same place of the output, if pred accepts the element of the stencil
/// there, or what the projection makes of it; without pred, if that is true. Other elements of the
/// output stay. The call ends where the map or the stencil ends or the output is full. Returns the
/// positions {in1, in2, out} behind in the map, the stencil and the output. Otherwise as
/// thrum::gather_if.
struct gather_if_fn : detail::range_algorithm<gather_if_fn, 4, 3> {
  template <class B, class M, class S, class E, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, M const& map, S const& stencil, E const& in, O const& out, F pred = {},
                   P projection = {}) {
    std::ptrdiff_t const n = std::min({map.size, stencil.size, out.size});
    thrum::gather_if(
        exec, map.first, map.at(n), stencil.first, in.first, out.first,
        detail::projected_functor(detail::functor_or<identity<>>(std::move(pred)), std::move(projection)));
    return std::ranges::in_in_out_result<typename M::position, typename S::position, typename O::position>{
        map.result(n), stencil.result(n), out.result(n)};
  }
};
THRUM_OBJECT gather_if_fn gather_if{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
