// reverse_iterator: a range from its end to its beginning, on host and device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// An iterator whose it[n] is base[-1 - n], as in std::reverse_iterator.
template <class I>
class reverse_iterator : public iterator_facade<reverse_iterator<I>, std::iter_value_t<I>,
                                                std::iter_reference_t<I>, memory_space_t<I>> {
 public:
  reverse_iterator()
    requires(std::is_default_constructible_v<I>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit reverse_iterator(I base) : base_(std::move(base)) {}

  /// Converts from an iterator over iterators that convert to these, to const elements for example.
  THRUM_EXEC_CHECK_DISABLE
  template <class J>
    requires(!std::is_same_v<I, J> && std::is_convertible_v<J, I>)
  THRUM_HD constexpr reverse_iterator(reverse_iterator<J> const& other) : base_(other.base()) {}

  THRUM_HD constexpr I const& base() const { return base_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr reverse_iterator<detail::unwrapped_t<I>> unwrapped() const {
    return reverse_iterator<detail::unwrapped_t<I>>(detail::unwrap(base_));
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, I>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<I> element(std::ptrdiff_t n) const { return base_[-1 - n]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<I> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(base_, -1 - n);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { base_ -= n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(reverse_iterator const& other) const {
    return base_ - other.base_;
  }

 private:
  I base_{};
};

THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr reverse_iterator<I> make_reverse_iterator(I base) {
  return reverse_iterator<I>(std::move(base));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
