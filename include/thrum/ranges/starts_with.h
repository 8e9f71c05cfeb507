// ranges::starts_with, ends_with.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/starts_with.h>
#include <utility>

namespace thrum::ranges {

/// starts_with(policy, range1, range2[, equal[, projection1[, projection2]]]): says whether range1
/// begins with the elements of range2.
struct starts_with_fn : detail::range_algorithm<starts_with_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static bool call(B const& exec, E const& in1, D const& in2, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    return thrum::starts_with(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT starts_with_fn starts_with{};

/// ends_with(policy, range1, range2[, equal[, projection1[, projection2]]]): says whether range1
/// ends with the elements of range2.
struct ends_with_fn : detail::range_algorithm<ends_with_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static bool call(B const& exec, E const& in1, D const& in2, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    return thrum::ends_with(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT ends_with_fn ends_with{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
