// discard_iterator: an output that goes nowhere.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/discarded.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>

namespace thrum {

/// What is assigned to *it is dropped: for the output that a call has and its caller does not want. Space is the memory
/// that it takes part in calls as: by default none, so that the other iterators of a call decide where it runs.
template <class Space = any_space>
class discard_iterator
    : public iterator_facade<discard_iterator<Space>, detail::discarded, detail::discarded, Space> {
 public:
  discard_iterator() = default;
  THRUM_HD constexpr explicit discard_iterator(std::ptrdiff_t index) : index_(index) {}

  THRUM_HD constexpr detail::discarded element(std::ptrdiff_t) const { return {}; }
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
