// retag, reinterpret_tag: an iterator that is declared to be of another memory space.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// An iterator I whose elements are declared to live in Space.
template <class I, class Space>
class tagged_iterator
    : public iterator_facade<tagged_iterator<I, Space>, std::iter_value_t<I>, std::iter_reference_t<I>, Space> {
 public:
  tagged_iterator()
    requires(std::is_default_constructible_v<I>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit tagged_iterator(I base) : base_(std::move(base)) {}

  THRUM_HD constexpr I const& base() const { return base_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr auto unwrapped() const { return detail::unwrap(base_); }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<I> element(std::ptrdiff_t n) const { return base_[n]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<I> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(base_, n);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { base_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(tagged_iterator const& other) const { return other.base_ - base_; }

 private:
  I base_{};
};

/// Returns the iterator as one of Space, for calls without a policy. For a raw pointer to device
/// memory, for example, such a call would otherwise run on the host. The caller guarantees that the
/// memory is in Space.
THRUM_EXEC_CHECK_DISABLE
template <class Space, class I>
THRUM_HD constexpr tagged_iterator<I, Space> reinterpret_tag(I it) {
  return tagged_iterator<I, Space>(std::move(it));
}

/// Does the same if the space of the iterator can be used together with Space. Memory of the host
/// is not declared to be the device's.
THRUM_EXEC_CHECK_DISABLE
template <class Space, class I>
THRUM_HD constexpr tagged_iterator<I, Space> retag(I it) {
  static_assert(!std::is_same_v<detail::common_space_t<memory_space_t<I>, Space>, detail::no_common_space>,
                "thrum: retag cannot move an iterator to memory that its own has nothing in common with: "
                "reinterpret_tag does");
  return tagged_iterator<I, Space>(std::move(it));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
