// ranges::is_heap, is_heap_until.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/is_heap.h>
#include <utility>

namespace thrum::ranges {

/// is_heap_until(policy, range[, less[, projection]]): returns the end of the longest beginning of
/// the range that is a heap.
struct is_heap_until_fn : detail::range_algorithm<is_heap_until_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return in.result(thrum::is_heap_until(exec, in.first, in.last(),
                                          detail::projected_order(std::move(less), std::move(projection))));
  }
};
THRUM_OBJECT is_heap_until_fn is_heap_until{};

/// is_heap(policy, range[, less[, projection]]): says whether a range is a heap.
struct is_heap_fn : detail::range_algorithm<is_heap_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return thrum::is_heap(exec, in.first, in.last(),
                          detail::projected_order(std::move(less), std::move(projection)));
  }
};
THRUM_OBJECT is_heap_fn is_heap{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
