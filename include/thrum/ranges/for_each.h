// ranges::for_each, for_each_n: calls a function for each element of a range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/for_each.h>
#include <algorithm>
#include <utility>

namespace thrum::ranges {

/// for_each(policy, range, f[, projection]): calls f with each element, or with what the projection
/// makes of it. Returns {end, f} as std::ranges::for_each does; f is a copy of the argument, for
/// the copies that ran are lost. Otherwise as thrum::for_each.
struct for_each_fn : detail::range_algorithm<for_each_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F f, P projection = {}) {
    thrum::for_each(exec, in.first, in.last(), detail::projected_functor(f, std::move(projection)));
    return std::ranges::for_each_result<typename E::position, F>{in.end(), std::move(f)};
  }
};
THRUM_OBJECT for_each_fn for_each{};

/// for_each_n(policy, first, n, f[, projection]): for_each of n elements. Returns {first + n, f}.
THRUM_OBJECT detail::counted_algorithm<for_each_fn> for_each_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
