// offset_iterator: a range that begins some elements later, by a number that may be known only in
// memory.
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
namespace detail {
template <class Offset>
struct space_of_offset : memory_space_of<Offset> {};
template <class Offset>
  requires std::is_integral_v<Offset>
struct space_of_offset<Offset> {
  using type = any_space;
};
}  // namespace detail

/// An iterator whose it[n] is base[offset + n]. Offset is an integer, or a pointer or iterator to
/// one. The integer that a pointer refers to is read when an element is read: it may be the result
/// of an earlier call, for example, which then need not come to the host. Steps change offset() if
/// it is an integer of 64 bits, otherwise base().
template <class I, class Offset = std::ptrdiff_t>
class offset_iterator
    : public iterator_facade<
          offset_iterator<I, Offset>, std::iter_value_t<I>, std::iter_reference_t<I>,
          detail::common_space_t<memory_space_t<I>, typename detail::space_of_offset<Offset>::type>> {
  static constexpr bool indirect = !std::is_integral_v<Offset>;
  // A narrow offset could not count as far as the range is long.
  static constexpr bool moves_base = indirect || sizeof(Offset) < sizeof(std::ptrdiff_t);

 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr offset_iterator(I base = {}, Offset offset = {})
      : base_(std::move(base)), offset_(std::move(offset)) {}

  THRUM_HD constexpr I const& base() const { return base_; }
  THRUM_HD constexpr Offset const& offset() const { return offset_; }
  THRUM_HD constexpr Offset& offset() { return offset_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr auto unwrapped() const {
    if constexpr (indirect) {
      return offset_iterator<detail::unwrapped_checked_t<I>, detail::unwrapped_t<Offset>>(
          detail::unwrap_checked(base_), detail::unwrap(offset_));
    } else {
      return offset_iterator<detail::unwrapped_t<I>, Offset>(detail::unwrap(base_), offset_);
    }
  }

  template <class B>
  static constexpr bool runs_on = [] {
    if constexpr (indirect) return detail::runs_on<B, I>() && detail::runs_on<B, Offset>();
    else return detail::runs_on<B, I>();
  }();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<I> element(std::ptrdiff_t n) const { return base_[places() + n]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<I> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(base_, places() + n);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) {
    if constexpr (moves_base) base_ += n;
    else offset_ = static_cast<Offset>(offset_ + static_cast<Offset>(n));
  }
  /// Reads offsets in memory only if the two iterators have them at different addresses.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(offset_iterator const& other) const {
    if (offset_ == other.offset_) return other.base_ - base_;
    return (other.base_ - base_) + (other.places() - places());
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t places() const {
    if constexpr (indirect) return static_cast<std::ptrdiff_t>(static_cast<std::iter_value_t<Offset>>(*offset_));
    else return static_cast<std::ptrdiff_t>(offset_);
  }

  I base_;
  Offset offset_;
};

template <class I>
offset_iterator(I) -> offset_iterator<I>;

THRUM_EXEC_CHECK_DISABLE
template <class I, class Offset>
THRUM_HD constexpr offset_iterator<I, Offset> make_offset_iterator(I base, Offset offset) {
  return offset_iterator<I, Offset>(std::move(base), std::move(offset));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
