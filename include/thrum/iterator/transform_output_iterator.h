// transform_output_iterator: an output that stores a function of what is assigned to it.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/iterator/iterator_facade.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Stands for an element: a value x that is assigned to it is stored as f(x) in out[n].
template <class F, class O>
struct transformed_output {
  O out;
  F f;
  std::ptrdiff_t n;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, transformed_output>)
  THRUM_HD constexpr transformed_output const& operator=(T&& value) const {
    detail::store(out[n], detail::call(f, detail::forward_value(std::forward<T>(value))));
    return *this;
  }
};

}  // namespace detail

/// An iterator for which it[n] = x stores f(x) in out[n]: the last step of a scan, a copy_if or a
/// merge without an array between the two. The iterator cannot be read.
template <class F, class O>
class transform_output_iterator : public iterator_facade<transform_output_iterator<F, O>, std::iter_value_t<O>,
                                                         detail::transformed_output<F, O>, memory_space_t<O>> {
 public:
  transform_output_iterator()
    requires(std::is_default_constructible_v<O> && std::is_default_constructible_v<F>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_output_iterator(O out, F f) : out_(std::move(out)), f_(std::move(f)) {}

  THRUM_HD constexpr O const& base() const { return out_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr F functor() const { return f_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_output_iterator<F, detail::unwrapped_t<O>> unwrapped() const {
    return {detail::unwrap(out_), functor()};
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, O>();
  template <class B, class T>
  static constexpr bool stores_on = detail::calls<B, F, T>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::transformed_output<F, O> element(std::ptrdiff_t n) const {
    return {out_, functor(), n};
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { out_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(transform_output_iterator const& other) const {
    return other.out_ - out_;
  }

 private:
  O out_{};
  detail::stored_functor<F> f_{};
};

THRUM_EXEC_CHECK_DISABLE
template <class F, class O>
THRUM_HD constexpr transform_output_iterator<F, O> make_transform_output_iterator(O out, F f) {
  return transform_output_iterator<F, O>(std::move(out), std::move(f));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
