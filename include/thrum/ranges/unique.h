// ranges::unique, unique_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/runs_with_room.h>
#include <thrum/unique.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// unique(policy, range[, equal[, projection]]): moves the first element of each run of equal
/// elements to the front. Returns the subrange of what is behind them, whose elements have
/// unspecified values.
struct unique_fn : detail::range_algorithm<unique_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F same = {}, P projection = {}) {
    return in.between(thrum::unique(exec, in.first, in.last(),
                                    detail::projected_functor(std::move(same), projection, projection)),
                      in.last());
  }
};
THRUM_OBJECT unique_fn unique{};

/// unique_copy(policy, range, out[, equal[, projection]]): copies the first element of each run of
/// equal elements, until the input ends or the output is full. Returns {in, out}: the end of what
/// was written, and the end of the input, or the first element that has no room. For an output that
/// is shorter than the input, what fits is counted before it is copied.
struct unique_copy_fn : detail::range_algorithm<unique_copy_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F same = {}, P projection = {}) {
    auto const alike = detail::projected_functor(std::move(same), projection, projection);
    std::ptrdiff_t const n = detail::runs_with_room(exec, in, in.size, out.size, alike);
    auto const end = thrum::unique_copy(exec, in.first, in.at(n), out.first, alike);
    return std::ranges::unique_copy_result<typename E::position, typename O::position>{in.result(n),
                                                                                       out.result(end)};
  }
};
THRUM_OBJECT unique_copy_fn unique_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
