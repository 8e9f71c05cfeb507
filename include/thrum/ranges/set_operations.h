// ranges::includes.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/set_operations.h>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// includes(policy, range1, range2[, less[, projection1[, projection2]]]): says whether range1 has
/// all elements of range2, as often; both are sorted. Ranges of one element type have one
/// projection.
struct includes_fn : detail::range_algorithm<includes_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out, class Q = P>
  static bool call(B const& exec, E const& in1, D const& in2, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    return thrum::includes(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT includes_fn includes{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
