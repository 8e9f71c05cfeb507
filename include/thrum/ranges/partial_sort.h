// ranges::partial_sort, partial_sort_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/partial_sort.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// The form of partial_sort for ranges, with the position behind the range.
struct partial_sort_of_range_fn : detail::range_algorithm<partial_sort_of_range_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, typename E::iterator middle, F less = {}, P projection = {}) {
    thrum::partial_sort(exec, in.first, middle, in.last(),
                        detail::projected_order(std::move(less), std::move(projection)));
    return in.end();
  }
};
/// partial_sort(policy, range, middle[, less[, projection]]): puts the least elements to the front,
/// sorted, as many as there are before middle, an iterator. Returns the end. partial_sort(policy,
/// first, middle, last, ...) does the same.
THRUM_OBJECT detail::divided_algorithm<partial_sort_of_range_fn> partial_sort{};

/// partial_sort_copy(policy, range, out[, less[, projection1[, projection2]]]): writes the least
/// elements, as many as fit, sorted. Returns {in, out}: the end of the input and that of what was
/// written. Ranges of one element type have one projection.
struct partial_sort_copy_fn : detail::range_algorithm<partial_sort_copy_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class P = detail::left_out, class Q = P>
  static auto call(B const& exec, E const& in, O const& out, F less = {}, P projection1 = {}, Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename O::iterator>;
    std::ptrdiff_t const n = std::min(in.size, out.size);
    auto const end = thrum::partial_sort_copy(
        exec, in.first, in.last(), out.first, out.at(n),
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2)));
    return std::ranges::partial_sort_copy_result<typename E::position, typename O::position>{in.end(),
                                                                                             out.result(end)};
  }
};
THRUM_OBJECT partial_sort_copy_fn partial_sort_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
