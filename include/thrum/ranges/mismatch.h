// ranges::mismatch.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/mismatch.h>
#include <algorithm>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// mismatch(policy, range1, range2[, equal[, projection1[, projection2]]]): returns the first
/// positions {in1, in2} at which the elements differ; where one range is the beginning of the
/// other, the positions at its end.
struct mismatch_fn : detail::range_algorithm<mismatch_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static auto call(B const& exec, E const& in1, D const& in2, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    auto const found = thrum::mismatch(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
    if constexpr (std::is_same_v<decltype(found), detail::wrong_call const>) return detail::wrong_call{};
    else
      return std::ranges::mismatch_result<typename E::position, typename D::position>{in1.result(found.first),
                                                                                      in2.result(found.second)};
  }
};
THRUM_OBJECT mismatch_fn mismatch{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
