// ranges::adjacent_difference.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/adjacent_difference.h>
#include <thrum/functional.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// adjacent_difference(policy, range, out[, op[, projection]]): writes the first element, or what
/// the projection makes of it, and for each other one op of it and the element before it, the
/// difference unless op is given; until the input ends or the output is full. Returns the positions
/// {in, out} behind. Otherwise as thrum::adjacent_difference.
struct adjacent_difference_fn : detail::range_algorithm<adjacent_difference_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F op = {}, P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    if constexpr (detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      thrum::adjacent_difference(exec, from, from + n, out.first, detail::functor_or<minus<>>(std::move(op)));
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT adjacent_difference_fn adjacent_difference{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
