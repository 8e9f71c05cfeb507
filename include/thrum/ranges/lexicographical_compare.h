// ranges::lexicographical_compare.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/lexicographical_compare.h>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// lexicographical_compare(policy, range1, range2[, less[, projection1[, projection2]]]): says
/// whether range1 goes before range2 in a dictionary. Ranges of one element type have one
/// projection.
struct lexicographical_compare_fn : detail::range_algorithm<lexicographical_compare_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static bool call(B const& exec, E const& in1, D const& in2, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    return thrum::lexicographical_compare(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT lexicographical_compare_fn lexicographical_compare{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
