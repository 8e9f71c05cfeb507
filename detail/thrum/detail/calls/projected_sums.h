// The sums of thrum::ranges: what is added of an element, and where sums begin.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/order/projection.h>
#include <thrum/iterator/transform_iterator.h>
#include <utility>

namespace thrum::detail {

template <class P>
using projector = decltype(detail::as_projector(std::declval<P>()));

/// Checks a sum that begins with T(), where T is the type of the elements.
template <class T, class P>
constexpr bool valid_sum_without_init() {
  constexpr bool of_elements = no_projection<P>;
  static_assert(of_elements,
                "thrum: a sum of what a projection makes needs an init, whose type is that of the sum");
  if constexpr (of_elements) return detail::valid_beginning<T>();
  else return false;
}

/// Checks what a projection makes of the elements of a range, for sums of type T.
template <class T, class B, class I, class P>
constexpr bool valid_summands() {
  if constexpr (no_projection<P>) return true;
  else return detail::valid_summand<B, projector<P>, T, element_t<I>>();
}
/// Returns the range of what a projection makes of the elements, as T; the range itself, if there
/// is no projection.
template <class T, class I, class P>
constexpr auto summands(I first, P projection) {
  if constexpr (no_projection<P>) return first;
  else return transform_iterator<projector<P>, I, T>(first, detail::as_projector(std::move(projection)));
}

/// Checks what a projection makes of the elements of a range.
template <class B, class I, class P>
constexpr bool valid_projected_elements() {
  if constexpr (no_projection<P>) return true;
  else if constexpr (!detail::valid_functor<B, projector<P>, element_t<I>>()) return false;
  else {
    static_assert(
        result_is_known<P>,
        "thrum: nvcc hides what a __device__ lambda returns: this projection has to be a function object");
    return result_is_known<P>;
  }
}
/// Returns the range of what a projection makes of the elements; the range itself, if there is no
/// projection.
template <class I, class P>
constexpr auto projected_elements(I first, P projection) {
  if constexpr (no_projection<P>) return first;
  else return transform_iterator<projector<P>, I>(first, detail::as_projector(std::move(projection)));
}

}  // namespace thrum::detail
