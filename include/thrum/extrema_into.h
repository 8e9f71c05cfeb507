// min_element_into, max_element_into, minmax_element_into: store the indices of extreme values in
// memory.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/algorithms/least_place.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

namespace detail {
template <class B, class I, class O, class Less>
THRUM_HD constexpr bool valid_extremes_into() {
  return detail::valid_iterators<B, I, O>() &&
         detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
         detail::valid_output<B, O, std::ptrdiff_t>();
}
}  // namespace detail

/// min_element_into(policy, first, last, result[, less]): stores the index of the element that
/// min_element finds, counted from first, in *result; 0 for an empty range. Returns nothing to the
/// host, so that under CUDA the call does not wait for the result.
struct min_element_into_fn : detail::algorithm<min_element_into_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, O result, Less less = {}) const {
    if constexpr (detail::valid_extremes_into<B, I, O, Less>()) {
      auto const out = detail::unwrap(result);
      if (first == last) return detail::leave(exec, out, std::ptrdiff_t{0});
      detail::least_place_into(exec, detail::unwrap(first), last - first, std::move(less), out);
    }
  }
};
THRUM_OBJECT min_element_into_fn min_element_into{};

/// max_element_into(policy, first, last, result[, less]): does the same for max_element.
struct max_element_into_fn : detail::algorithm<max_element_into_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, O result, Less less = {}) const {
    if constexpr (detail::valid_extremes_into<B, I, O, Less>()) {
      auto greater = detail::reversed<std::iter_value_t<detail::unwrapped_t<I>>>(std::move(less));
      min_element_into_fn{}(exec, first, last, result, std::move(greater));
    }
  }
};
THRUM_OBJECT max_element_into_fn max_element_into{};

/// minmax_element_into(policy, first, last, result[, less]): stores the indices of min_element and
/// max_element in result[0] and result[1].
struct minmax_element_into_fn : detail::algorithm<minmax_element_into_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, O result, Less less = {}) const {
    if constexpr (detail::valid_extremes_into<B, I, O, Less>()) {
      auto const out = detail::unwrap(result);
      if (first == last) {
        detail::leave(detail::step_of(exec), out, std::ptrdiff_t{0});
        detail::leave(exec, out + 1, std::ptrdiff_t{0});
      } else {
        detail::extreme_places_into(exec, detail::unwrap(first), last - first, std::move(less), out, out + 1);
      }
    }
  }
};
THRUM_OBJECT minmax_element_into_fn minmax_element_into{};

}  // namespace thrum

#include <thrum/detail/along/end.h>
