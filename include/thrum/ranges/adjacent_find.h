// ranges::adjacent_find.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/adjacent_find.h>
#include <utility>

namespace thrum::ranges {

/// adjacent_find(policy, range[, equal[, projection]]): returns the position of the first element
/// that equals the next one, or the end.
struct adjacent_find_fn : detail::range_algorithm<adjacent_find_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F same = {}, P projection = {}) {
    return in.result(thrum::adjacent_find(exec, in.first, in.last(),
                                          detail::projected_functor(std::move(same), projection, projection)));
  }
};
THRUM_OBJECT adjacent_find_fn adjacent_find{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
