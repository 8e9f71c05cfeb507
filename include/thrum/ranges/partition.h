// ranges::partition, stable_partition, partition_copy, is_partitioned.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/count.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/partition.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// partition(policy, range, pred[, projection]): puts the elements that pred accepts before the
/// others, stably. Returns the subrange of the others.
struct partition_fn : detail::range_algorithm<partition_fn, 1, 0> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.between(thrum::partition(exec, in.first, in.last(),
                                       detail::projected_functor(std::move(pred), std::move(projection))),
                      in.last());
  }
};
THRUM_OBJECT partition_fn partition{};
/// partition, which is stable.
THRUM_OBJECT partition_fn stable_partition{};

/// is_partitioned(policy, range, pred[, projection]): says whether all elements that pred accepts
/// are before the others.
struct is_partitioned_fn : detail::range_algorithm<is_partitioned_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F pred, P projection = {}) {
    return thrum::is_partitioned(exec, in.first, in.last(),
                                 detail::projected_functor(std::move(pred), std::move(projection)));
  }
};
THRUM_OBJECT is_partitioned_fn is_partitioned{};

/// partition_copy(policy, range, out_true, out_false, pred[, projection]): copies the elements that
/// pred accepts to one range and the others to another, in their order, until the input ends or an
/// element has no room. Returns {in, out1, out2}: the end of the input, or the element that has no
/// room, and the ends of what was written. For an output that is shorter than the input, what fits
/// is counted before it is copied.
struct partition_copy_fn : detail::range_algorithm<partition_copy_fn, 3, 1> {
  template <class B, class E, class O, class R, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out_true, R const& out_false, F pred, P projection = {}) {
    auto const accept = detail::projected_functor(std::move(pred), std::move(projection));
    std::ptrdiff_t n = in.size;
    if (out_true.size < in.size || out_false.size < in.size) {
      auto const accepted = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
        return thrum::count_if(exec, in.at(i), in.at(j), accept);
      };
      auto const rejected = [&](std::ptrdiff_t i, std::ptrdiff_t j) { return j - i - accepted(i, j); };
      std::ptrdiff_t const all = accepted(0, in.size);
      if (all > out_true.size) n = detail::first_without_room(in.size, out_true.size, accepted);
      if (in.size - all > out_false.size) {
        n = std::min(n, detail::first_without_room(in.size, out_false.size, rejected));
      }
    }
    auto const ends = thrum::partition_copy(exec, in.first, in.at(n), out_true.first, out_false.first, accept);
    if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
    else
      return std::ranges::partition_copy_result<typename E::position, typename O::position, typename R::position>{
          in.result(n), out_true.result(ends.first), out_false.result(ends.second)};
  }
};
THRUM_OBJECT partition_copy_fn partition_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
