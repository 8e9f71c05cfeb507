// iterator_range: a beginning and a number of elements, as one value.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

namespace thrum {

/// A range of the elements first[0], ..., first[size - 1]: a row of a matrix, a window of a series.
/// The range owns nothing, is copied freely, and works in device code if its iterators do. Nothing
/// is checked: an index must be at least 0 and less than size().
template <class I>
class iterator_range {
 public:
  using iterator = I;
  using value_type = std::iter_value_t<I>;
  using reference = std::iter_reference_t<I>;
  using difference_type = std::ptrdiff_t;

  iterator_range()
    requires(std::is_default_constructible_v<I>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr iterator_range(I first, std::ptrdiff_t size) : first_(std::move(first)), size_(size) {}
  /// Converts a range of elements that may be written to a range of elements that may be read.
  THRUM_EXEC_CHECK_DISABLE
  template <class J>
    requires(!std::is_same_v<I, J> && std::is_convertible_v<J, I>)
  THRUM_HD constexpr iterator_range(iterator_range<J> const& other) : first_(other.begin()), size_(other.size()) {}

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr I begin() const { return first_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr I end() const { return first_ + size_; }
  THRUM_HD constexpr std::ptrdiff_t size() const { return size_; }
  THRUM_HD constexpr bool empty() const { return size_ == 0; }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr reference operator[](std::ptrdiff_t i) const { return first_[i]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr reference front() const { return first_[0]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr reference back() const { return first_[size_ - 1]; }

 private:
  I first_{};
  std::ptrdiff_t size_ = 0;
};

}  // namespace thrum

// Its iterators are those of another range, which outlive it.
template <class I>
inline constexpr bool std::ranges::enable_borrowed_range<thrum::iterator_range<I>> = true;
template <class I>
inline constexpr bool std::ranges::enable_view<thrum::iterator_range<I>> = true;

#include <thrum/detail/public_header/end.h>
