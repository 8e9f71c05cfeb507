// ranges::nth_element.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/nth_element.h>
#include <utility>

namespace thrum::ranges {

/// The form of nth_element for ranges, with the position behind the range.
struct nth_element_of_range_fn : detail::range_algorithm<nth_element_of_range_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, typename E::iterator nth, F less = {}, P projection = {}) {
    thrum::nth_element(exec, in.first, nth, in.last(),
                       detail::projected_order(std::move(less), std::move(projection)));
    return in.end();
  }
};
/// nth_element(policy, range, nth[, less[, projection]]): puts the element to nth, an iterator,
/// that would be there if the range were sorted, lesser ones before it and greater ones behind.
/// Returns the end.
/// nth_element(policy, first, nth, last, ...) does the same.
THRUM_OBJECT detail::divided_algorithm<nth_element_of_range_fn> nth_element{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
