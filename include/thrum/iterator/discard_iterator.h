// discard_iterator: an output that drops what is written to it.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>

namespace thrum {

/// An iterator that drops what is assigned to *it: for an output that a call has and its caller
/// does not want. Space is the memory space that the iterator declares in calls: by default none,
/// so that the other iterators of a call decide where it runs. An iterator without a space converts
/// to one of any space, and can be compared with it.
template <class Space = use_default>
class discard_iterator : public iterator_facade<discard_iterator<Space>, detail::discarded_element,
                                                detail::discarded_element, detail::computed_space<Space>> {
 public:
  discard_iterator() = default;
  THRUM_HD constexpr explicit discard_iterator(std::ptrdiff_t index) : index_(index) {}
  template <class S>
    requires(detail::space_becomes<S, Space> && !std::is_same_v<S, Space>)
  THRUM_HD constexpr discard_iterator(discard_iterator<S> const& other) : index_(other.base()) {}

  /// Returns how far the iterator was advanced.
  THRUM_HD constexpr std::ptrdiff_t base() const { return index_; }

  THRUM_HD constexpr detail::discarded_element element(std::ptrdiff_t) const { return {}; }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(discard_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  std::ptrdiff_t index_ = 0;
};

THRUM_HD constexpr discard_iterator<> make_discard_iterator(std::ptrdiff_t index = 0) {
  return discard_iterator<>(index);
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
