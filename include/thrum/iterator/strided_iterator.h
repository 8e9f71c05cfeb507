// strided_iterator: every s-th element of a range.
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

/// An iterator whose it[n] is first[n * stride]: a column of a matrix that is stored by rows, for
/// example. A negative stride goes backwards.
template <class I>
class strided_iterator : public iterator_facade<strided_iterator<I>, std::iter_value_t<I>,
                                                std::iter_reference_t<I>, memory_space_t<I>> {
 public:
  strided_iterator()
    requires(std::is_default_constructible_v<I>)
  = default;
  /// Starts at `index`: how far the iterator has advanced, in strides.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr strided_iterator(I first, std::ptrdiff_t stride, std::ptrdiff_t index = 0)
      : first_(std::move(first)), stride_(stride), index_(index) {}

  /// Returns the position in the range. The position has to be an element of the range or its end.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr I base() const { return first_ + index_ * stride_; }
  THRUM_HD constexpr std::ptrdiff_t stride() const { return stride_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr strided_iterator<detail::unwrapped_t<I>> unwrapped() const {
    return strided_iterator<detail::unwrapped_t<I>>(detail::unwrap(first_), stride_, index_);
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, I>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<I> element(std::ptrdiff_t n) const {
    return first_[(index_ + n) * stride_];
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<I> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(first_, (index_ + n) * stride_);
  }
  // The index is kept instead of the position, because the end of a range need not be a whole
  // number of strides away.
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(strided_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  I first_{};
  std::ptrdiff_t stride_ = 1;
  std::ptrdiff_t index_ = 0;
};

/// Returns a strided iterator. Two such iterators are of one range, which makes them comparable, if
/// both are advanced from one iterator.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr strided_iterator<I> make_strided_iterator(I first, std::ptrdiff_t stride) {
  return strided_iterator<I>(std::move(first), stride);
}

/// The elements first[0], first[stride], ... before last. stride > 0.
template <class I>
class strided_range {
 public:
  using iterator = strided_iterator<I>;
  using value_type = std::iter_value_t<I>;
  using difference_type = std::ptrdiff_t;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr strided_range(I first, I last, std::ptrdiff_t stride)
      : begin_(first, stride), size_((last - first + stride - 1) / stride) {}

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr iterator begin() const { return begin_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr iterator end() const { return begin_ + size_; }
  THRUM_HD constexpr std::ptrdiff_t size() const { return size_; }
  THRUM_HD constexpr bool empty() const { return size_ == 0; }

 private:
  iterator begin_;
  std::ptrdiff_t size_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
