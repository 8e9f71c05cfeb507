// sliding_window_iterator: the windows of a series, each one element after the one before.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/iterator_range.h>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// Returns the width; throws std::invalid_argument if it is less than 1. Device code does not check
/// this: there a window of no elements is empty.
THRUM_HD constexpr std::ptrdiff_t window_width(std::ptrdiff_t width) {
#if !defined(__CUDA_ARCH__)
  if (width < 1) {
    throw std::invalid_argument("thrum: a sliding window has a width of at least 1, not " + std::to_string(width));
  }
#endif
  return width;
}

}  // namespace detail

/// An iterator whose it[i] is the window of first[i], ..., first[i + width - 1], an iterator_range:
/// the window has begin, end, size, operator[], front and back. No element is copied. Algorithms
/// unwrap the base first: for a vector<T> functors are called with an iterator_range<T*>, for a
/// const one with an iterator_range<T const*>. An iterator_range<T*> converts to an
/// iterator_range<T const*>.
template <class I>
class sliding_window_iterator
    : public iterator_facade<sliding_window_iterator<I>, iterator_range<I>, iterator_range<I>, memory_space_t<I>> {
 public:
  sliding_window_iterator()
    requires(std::is_default_constructible_v<I>)
  = default;
  /// Throws std::invalid_argument unless width >= 1.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr sliding_window_iterator(I first, std::ptrdiff_t width)
      : first_(std::move(first)), width_(detail::window_width(width)) {}

  /// Returns where the window begins.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr I base() const { return first_; }
  THRUM_HD constexpr std::ptrdiff_t width() const { return width_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr sliding_window_iterator<detail::unwrapped_t<I>> unwrapped() const {
    return sliding_window_iterator<detail::unwrapped_t<I>>(detail::unwrap(first_), width_);
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, I>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr iterator_range<I> element(std::ptrdiff_t n) const {
    return iterator_range<I>(first_ + n, width_);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { first_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(sliding_window_iterator const& other) const {
    return other.first_ - first_;
  }

 private:
  I first_{};
  std::ptrdiff_t width_ = 1;
};

/// Returns an iterator over windows. Throws std::invalid_argument unless width >= 1.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr sliding_window_iterator<I> make_sliding_window_iterator(I first, std::ptrdiff_t width) {
  return sliding_window_iterator<I>(std::move(first), width);
}

/// Returns how many windows n elements have: n - width + 1, or none if there are fewer elements
/// than a window has.
THRUM_HD constexpr std::ptrdiff_t number_of_windows(std::ptrdiff_t n, std::ptrdiff_t width) {
  return n < detail::window_width(width) ? 0 : n - width + 1;
}

/// All windows of a range. Throws std::invalid_argument unless width >= 1.
template <class I>
class sliding_window_range {
 public:
  using iterator = sliding_window_iterator<I>;
  using value_type = iterator_range<I>;
  using difference_type = std::ptrdiff_t;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr sliding_window_range(I first, I last, std::ptrdiff_t width)
      : begin_(first, width), size_(thrum::number_of_windows(last - first, width)) {}

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
