// ranges::argsort.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/argsort.h>
#include <thrum/detail/algorithms/argsort.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/partial_sort.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// argsort(policy, range, places[, less[, projection]]): writes the indices of the elements in the
/// order of the sorted range, by what the projection makes of an element, until the output is full.
/// Returns {in, out}: the end of the input and that of what was written. Numbers are sorted by
/// their digits where thrum::argsort does so, also those that a projection makes.
///
/// For an output that is shorter than the range, the first indices are selected by comparisons of
/// elements, as by partial_sort_copy. Otherwise as thrum::argsort.
struct argsort_fn : detail::range_algorithm<argsort_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& places, F less = {}, P projection = {}) {
    auto const order = detail::projected_order(std::move(less), std::move(projection));
    using I = typename E::iterator;
    std::ptrdiff_t const n = std::min(in.size, places.size);
    if constexpr (detail::order_check<B, detail::element_t<I>, std::remove_const_t<decltype(order)>>::valid()) {
      if (n == in.size) {
        thrum::argsort(exec, in.first, in.last(), places.first, order);
      } else {
        auto const by_element = detail::sorting_order<std::iter_value_t<I>>(order);
        counting_iterator<std::ptrdiff_t> const from(0);
        thrum::partial_sort_copy(
            exec, from, from + in.size, places.first, places.at(n),
            detail::order_of_places<detail::unwrapped_t<I>, std::remove_const_t<decltype(by_element)>>{
                detail::unwrap(in.first), by_element});
      }
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), places.result(n)};
  }
};
THRUM_OBJECT argsort_fn argsort{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
