// ranges::equal.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/equal.h>
#include <utility>

namespace thrum::ranges {

/// equal(policy, range1, range2[, equal[, projection1[, projection2]]]): says whether both ranges
/// have the same number of elements, and equal ones.
struct equal_fn : detail::range_algorithm<equal_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static bool call(B const& exec, E const& in1, D const& in2, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    return thrum::equal(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT equal_fn equal{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
