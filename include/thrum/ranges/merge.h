// ranges::merge, merge_by_key, inplace_merge.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/merge.h>
#include <thrum/partition.h>
#include <thrum/ranges/results.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Returns how many of the first n elements of the merge of two sorted ranges are of the first
/// range; n is less than the number of all elements.
template <class B, class I, class J, class Less>
std::ptrdiff_t merged_of_first(B const& exec, I first1, std::ptrdiff_t n1, J first2, std::ptrdiff_t n2,
                               std::ptrdiff_t n, Less const& less) {
  if constexpr (!detail::valid_predicate<B, Less, element_t<J>, element_t<I>>()) return 0;
  else {
    counting_iterator<std::ptrdiff_t> const from(std::max(std::ptrdiff_t{0}, n - n2)), to(std::min(n, n1));
    return *thrum::partition_point(exec, from, to,
                                   goes_before_cut<unwrapped_t<I>, unwrapped_t<J>, Less>{
                                       detail::unwrap(first1), detail::unwrap(first2), n, less});
  }
}

}  // namespace detail

namespace ranges {

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
      n1 = detail::merged_of_first(exec, in1.first, n1, in2.first, n2, out.size, order);
      n2 = out.size - n1;
    }
    auto const end = thrum::merge(exec, in1.first, in1.at(n1), in2.first, in2.at(n2), out.first, order);
    return std::ranges::merge_result<typename E::position, typename D::position, typename O::position>{
        in1.result(n1), in2.result(n2), out.result(end)};
  }
};
THRUM_OBJECT merge_fn merge{};

/// merge_by_key(policy, keys1, keys2, values1, values2, keys_out, values_out[, less[, projection1[,
/// projection2]]]): merges two sorted ranges of keys, stably, and moves the value of each key with
/// it, until an output is full. What a range of keys or of values has beyond the other is not read.
/// Returns {in1, in2, out1, out2}: the positions behind the keys that were merged, and behind what
/// was written. Keys of one type have one projection. Otherwise as merge.
struct merge_by_key_fn : detail::range_algorithm<merge_by_key_fn, 6, 4> {
  template <class B, class E, class D, class V, class W, class KO, class VO, class F = detail::left_out,
            class P = detail::left_out, class Q = P>
  static auto call(B const& exec, E const& keys1, D const& keys2, V const& values1, W const& values2,
                   KO const& keys_out, VO const& values_out, F less = {}, P projection1 = {}, Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    auto const order =
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2));
    std::ptrdiff_t n1 = std::min(keys1.size, values1.size), n2 = std::min(keys2.size, values2.size);
    std::ptrdiff_t const room = std::min(keys_out.size, values_out.size);
    if (room < n1 + n2) {
      n1 = detail::merged_of_first(exec, keys1.first, n1, keys2.first, n2, room, order);
      n2 = room - n1;
    }
    thrum::merge_by_key(exec, keys1.first, keys1.at(n1), keys2.first, keys2.at(n2), values1.first, values2.first,
                        keys_out.first, values_out.first, order);
    return in_in_out_out_result<typename E::position, typename D::position, typename KO::position,
                                typename VO::position>{keys1.result(n1), keys2.result(n2),
                                                       keys_out.result(n1 + n2), values_out.result(n1 + n2)};
  }
};
THRUM_OBJECT merge_by_key_fn merge_by_key{};

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

}  // namespace ranges
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
