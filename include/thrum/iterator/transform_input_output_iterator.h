// transform_input_output_iterator: a range that is read through one function and written through
// another.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/transform_iterator.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Stands for input(base[n]). A value x that is assigned to it is stored as output(x) in base[n].
template <class Input, class Output, class I>
struct seen_element {
  using value_type = std::remove_cvref_t<std::invoke_result_t<Input&, element_t<I>>>;

  I base;
  Input input;
  Output output;
  std::ptrdiff_t n;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr operator value_type() const {
    return static_cast<value_type>(detail::call(input, detail::host_element(base, n)));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, seen_element>)
  THRUM_HD constexpr seen_element const& operator=(T&& value) const {
    detail::store(base[n], detail::call(output, detail::forward_value(std::forward<T>(value))));
    return *this;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr seen_element const& operator=(seen_element const& other) const {
    return *this = static_cast<value_type>(other);
  }
  seen_element(seen_element const&) = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr seen_element(I b, Input in, Output out, std::ptrdiff_t place)
      : base(std::move(b)), input(std::move(in)), output(std::move(out)), n(place) {}

  /// Exchanges the elements.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr void swap(seen_element const& a, seen_element const& b) {
    auto value = static_cast<value_type>(a);
    a = b;
    b = std::move(value);
  }
};

template <class Input, class Output, class I>
struct value_of<seen_element<Input, Output, I>> {
  using type = typename seen_element<Input, Output, I>::value_type;
};

}  // namespace detail

/// An iterator whose it[n] reads as input(base[n]); it[n] = x stores output(x) in base[n]. A range
/// of half-precision numbers can be used as one of float, for example. A functor without a fixed
/// argument type (plus<>, a lambda that takes auto) is called with an object that stands for the
/// element and converts to its value.
template <class Input, class Output, class I>
class transform_input_output_iterator
    : public iterator_facade<transform_input_output_iterator<Input, Output, I>,
                             typename detail::seen_element<Input, Output, I>::value_type,
                             detail::seen_element<Input, Output, I>, memory_space_t<I>> {
 public:
  transform_input_output_iterator()
    requires(std::is_default_constructible_v<I> && std::is_default_constructible_v<Input> &&
             std::is_default_constructible_v<Output>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_input_output_iterator(I base, Input input, Output output)
      : base_(std::move(base)), input_(std::move(input)), output_(std::move(output)) {}

  THRUM_HD constexpr I const& base() const { return base_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr transform_input_output_iterator<Input, Output, detail::unwrapped_t<I>> unwrapped() const {
    return {detail::unwrap(base_), static_cast<Input const&>(input_), static_cast<Output const&>(output_)};
  }

  template <class B>
  static constexpr bool runs_on = detail::calls<B, Input, detail::element_t<I>>() && detail::runs_on<B, I>();
  template <class B, class T>
  static constexpr bool stores_on = detail::calls<B, Output, T>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::seen_element<Input, Output, I> element(std::ptrdiff_t n) const {
    return {base_, static_cast<Input const&>(input_), static_cast<Output const&>(output_), n};
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr typename detail::seen_element<Input, Output, I>::value_type moved_element(
      std::ptrdiff_t n) const {
    return element(n);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { base_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(transform_input_output_iterator const& other) const {
    return other.base_ - base_;
  }

 private:
  I base_{};
  detail::stored_functor<Input> input_{};
  detail::stored_functor<Output> output_{};
};

THRUM_EXEC_CHECK_DISABLE
template <class Input, class Output, class I>
THRUM_HD constexpr transform_input_output_iterator<Input, Output, I> make_transform_input_output_iterator(
    I base, Input input, Output output) {
  return transform_input_output_iterator<Input, Output, I>(std::move(base), std::move(input), std::move(output));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
