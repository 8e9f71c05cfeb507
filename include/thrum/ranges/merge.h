// ranges::merge, inplace_merge.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/merge.h>
#include <thrum/partition.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// merge(policy, range1, range2, out[, less[, projection1[, projection2]]]): merges two sorted
/// ranges, stably, until the output is full. Returns the positions {in1, in2, out} behind what was
/// merged. Ranges of one element type have one projection.
struct merge_fn : detail::range_algorithm<merge_fn, 3, 2> {
  template <class B, class E, class D, class O, class F = detail::left_out, class P = detail::left_out,
            class Q = P>
  static auto call(B const& exec, E const& in1, D const& in2, O const& out, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    auto const order =
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2));
    std::ptrdiff_t n1 = in1.size, n2 = in2.size;
    if (out.size < n1 + n2) {
      counting_iterator<std::ptrdiff_t> const from(std::max(std::ptrdiff_t{0}, out.size - n2)),
          to(std::min(out.size, n1));
      using cut =
          detail::goes_before_cut<detail::unwrapped_t<typename E::iterator>,
                                  detail::unwrapped_t<typename D::iterator>, std::remove_const_t<decltype(order)>>;
      n1 = *thrum::partition_point(exec, from, to,
                                   cut{detail::unwrap(in1.first), detail::unwrap(in2.first), out.size, order});
      n2 = out.size - n1;
    }
    auto const end = thrum::merge(exec, in1.first, in1.at(n1), in2.first, in2.at(n2), out.first, order);
    return std::ranges::merge_result<typename E::position, typename D::position, typename O::position>{
        in1.result(n1), in2.result(n2), out.result(end)};
  }
};
THRUM_OBJECT merge_fn merge{};

/// The form of inplace_merge for ranges, with the position behind the range.
struct inplace_merge_of_range_fn : detail::range_algorithm<inplace_merge_of_range_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, typename E::iterator middle, F less = {}, P projection = {}) {
    thrum::inplace_merge(exec, in.first, middle, in.last(),
                         detail::projected_order(std::move(less), std::move(projection)));
    return in.end();
  }
};
/// inplace_merge(policy, range, middle[, less[, projection]]): merges what is before middle, an
/// iterator, with what is from there on; both are sorted. Returns the end. inplace_merge(policy,
/// first, middle, last, ...) does the same.
THRUM_OBJECT detail::divided_algorithm<inplace_merge_of_range_fn> inplace_merge{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
