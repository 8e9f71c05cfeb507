// transform_iterator: a function of the elements of another range, computed when they are read.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// The result type of a functor on an element. A reference into an element that is computed, not
/// stored, becomes a value.
template <class Element, class Result>
struct lasting_result {
  static constexpr bool dangles =
      !std::is_reference_v<Element> && std::is_reference_v<Result> &&
      !(std::is_lvalue_reference_v<Result> && !std::is_const_v<std::remove_reference_t<Result>>);
  using type = std::conditional_t<dangles, std::remove_cvref_t<Result>, Result>;
};
/// The same for an iterator I. Elements that the host cannot reach are read on the host as values.
template <class F, class I>
struct lasting_result_of
    : lasting_result<std::conditional_t<host_reaches<memory_space_t<I>>, element_t<I>, std::iter_value_t<I>>,
                     std::invoke_result_t<F&, element_t<I>>> {};

template <class F, class I, class Reference>
using transform_reference = typename or_default<Reference, lasting_result_of<F, I>>::type;

/// Returns the element it[n] in a form that a functor may take: on the host a copy if the host
/// cannot reach the element.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr decltype(auto) host_element(I const& it, std::ptrdiff_t n) {
#if !defined(__CUDA_ARCH__)
  if constexpr (!host_reaches<memory_space_t<I>>) return static_cast<std::iter_value_t<I>>(it[n]);
  else
#endif
    // An iterator that checks is read without unwrapping, so that it checks here too.
    if constexpr (holds_check<I> && std::is_same_v<std::iter_reference_t<I>, element_t<I>>) return it[n];
    else return detail::unwrap(it)[n];
}

}  // namespace detail

/// An iterator whose it[n] is f(base[n]). Reference and Value may be given if they cannot be
/// deduced: nvcc hides from host code what a __device__ lambda returns.
template <class F, class I, class Reference = use_default, class Value = use_default>
class transform_iterator
    : public iterator_facade<transform_iterator<F, I, Reference, Value>,
                             typename detail::or_default<
                                 Value, std::remove_cvref<detail::transform_reference<F, I, Reference>>>::type,
                             detail::transform_reference<F, I, Reference>, memory_space_t<I>> {
 public:
  transform_iterator()
    requires(std::is_default_constructible_v<I> && std::is_default_constructible_v<F>)
  = default;
  /// Makes an iterator with a default-constructed functor.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit transform_iterator(I base)
    requires std::is_default_constructible_v<F>
      : base_(std::move(base)) {}
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_iterator(I base, F f) : base_(std::move(base)), f_(std::move(f)) {}

  /// Converts from an iterator over a base and a functor that convert to these.
  THRUM_EXEC_CHECK_DISABLE
  template <class G, class J, class R, class V>
    requires(!(std::is_same_v<F, G> && std::is_same_v<I, J> && std::is_same_v<R, Reference>) &&
             std::is_convertible_v<J, I> && std::is_convertible_v<G, F>)
  THRUM_HD constexpr transform_iterator(transform_iterator<G, J, R, V> const& other)
      : base_(other.base()), f_(static_cast<F>(other.functor())) {}

  THRUM_HD constexpr I const& base() const { return base_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr F functor() const { return f_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_iterator<F, detail::unwrapped_t<I>, Reference, Value> unwrapped() const {
    return {detail::unwrap(base_), functor()};
  }

  template <class B>
  static constexpr bool runs_on = detail::calls<B, F, detail::element_t<I>>() && detail::runs_on<B, I>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::transform_reference<F, I, Reference> element(std::ptrdiff_t n) const {
    if constexpr (std::is_invocable_v<F const&, detail::element_t<I>>) {
      return static_cast<F const&>(f_)(detail::host_element(base_, n));
    } else {
      F f = functor();
      return f(detail::host_element(base_, n));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { base_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(transform_iterator const& other) const {
    return other.base_ - base_;
  }

 private:
  I base_{};
  detail::stored_functor<F> f_{};
};

THRUM_EXEC_CHECK_DISABLE
template <class F, class I>
THRUM_HD constexpr transform_iterator<F, I> make_transform_iterator(I base, F f) {
  return transform_iterator<F, I>(std::move(base), std::move(f));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
