// ranges::includes, set_union, set_intersection, set_difference, set_symmetric_difference.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/algorithms/set_operations/set_rule.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/set_operations.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// includes(policy, range1, range2[, less[, projection1[, projection2]]]): says whether range1 has
/// all elements of range2, as often; both are sorted. Ranges of one element type have one
/// projection.
struct includes_fn : detail::range_algorithm<includes_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out, class Q = P>
  static bool call(B const& exec, E const& in1, D const& in2, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    return thrum::includes(
        exec, in1.first, in1.last(), in2.first, in2.last(),
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT includes_fn includes{};

/// The set operation of a rule, which says what is taken.
template <class Rule>
struct set_operation_fn : detail::range_algorithm<set_operation_fn<Rule>, 3, 2> {
  template <class B, class E, class D, class O, class F = detail::left_out, class P = detail::left_out,
            class Q = P>
  static auto call(B const& exec, E const& in1, D const& in2, O const& out, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using I = typename E::iterator;
    using J = typename D::iterator;
    auto const order = detail::projected_order_of_two<std::iter_value_t<I>, std::iter_value_t<J>>(
        std::move(less), std::move(projection1), std::move(projection2));
    detail::path_point stop{in1.size, in2.size};
    using Less = std::remove_const_t<decltype(order)>;
    if constexpr (detail::valid_order_of_two<B, Less, I, J>()) {
      if (out.size < Rule::most(in1.size, in2.size)) stop = last_with_room(exec, in1, in2, out.size, order);
    }
    auto const end =
        detail::set_fn<Rule>()(exec, in1.first, in1.at(stop.i), in2.first, in2.at(stop.j), out.first, order);
    if constexpr (Rule::takes_second || Rule::takes(detail::both_step)) {
      return std::ranges::in_in_out_result<typename E::position, typename D::position, typename O::position>{
          in1.result(stop.i), in2.result(stop.j), out.result(end)};
    } else {
      return std::ranges::in_out_result<typename E::position, typename O::position>{in1.result(stop.i),
                                                                                    out.result(end)};
    }
  }

 private:
  /// Returns the end of both ranges, or the elements of both of which the first is taken that has
  /// no room.
  template <class B, class E, class D, class Less>
  static detail::path_point last_with_room(B const& exec, E const& in1, D const& in2, std::ptrdiff_t room,
                                           Less const& less) {
    using detail::path_point;
    auto const taken = [&](path_point from, path_point to) {
      discard_iterator<> const none;
      return detail::set_fn<Rule>()(exec, in1.at(from.i), in1.at(to.i), in2.at(from.j), in2.at(to.j), none, less) -
             none;
    };
    path_point const end{in1.size, in2.size};
    if (taken({0, 0}, end) <= room) return end;
    using walk = detail::point_of_walk<detail::unwrapped_t<typename E::iterator>,
                                       detail::unwrapped_t<typename D::iterator>, Less>;
    walk const at{detail::unwrap(in1.first), in1.size, detail::unwrap(in2.first), in2.size, less};
    auto const point = [&](std::ptrdiff_t diagonal) {
      counting_iterator<std::ptrdiff_t> const here(diagonal);
      return thrum::transform_reduce(exec, here, here + 1, at, path_point{0, 0}, detail::sum_of_points{});
    };
    return point(detail::first_without_room(
        in1.size + in2.size, room, [&](std::ptrdiff_t i, std::ptrdiff_t j) { return taken(point(i), point(j)); }));
  }
};
/// set_union(policy, range1, range2, out[, less[, projection1[, projection2]]]) and the others:
/// write the result of the operation on two sorted ranges, until an element has no room. Return
/// {in1, in2, out}: the ends of the ranges, or what follows in them where the first element is
/// taken that has no room; and the end of what was written. Ranges of one element type have one
/// projection.
///
/// For an output that may be too short, what fits is counted before it is written. Otherwise as in
/// thrum.
THRUM_OBJECT set_operation_fn<detail::union_rule> set_union{};
THRUM_OBJECT set_operation_fn<detail::intersection_rule> set_intersection{};
THRUM_OBJECT set_operation_fn<detail::symmetric_difference_rule> set_symmetric_difference{};
/// set_difference, which returns {in, out}: the position in the first range, and that in the
/// output.
THRUM_OBJECT set_operation_fn<detail::difference_rule> set_difference{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
