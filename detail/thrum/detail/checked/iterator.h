// Holds checked_iterator and checked_range: elements that know how many of them there are.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/checked/failure.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// The element type of iterators over raw memory; other iterators have no element_type.
template <class I>
struct checked_element {};
template <class I>
  requires std::contiguous_iterator<I>
struct checked_element<I> {
  using element_type = std::remove_reference_t<std::iter_reference_t<I>>;
};

}  // namespace detail

/// A random-access iterator that knows its range. An access to an element that is not in the range
/// throws check_failed; on a device, the checked policy throws it when the call is done. The
/// iterator may point anywhere, as long as nothing is accessed there.
///
/// Algorithms get the iterator below the checked iterator: a checked policy has compared lengths
/// before, and other policies trust the caller. The elements of a permutation_iterator stay
/// checked, under every policy.
template <class I>
class checked_iterator : public detail::checked_element<I> {
  static constexpr bool contiguous = std::contiguous_iterator<I>;
  // CUDA is asked for nothing if the memory belongs to the host alone.
  static constexpr bool reported = detail::cuda_reaches<memory_space_t<I>>;

 public:
  using value_type = std::iter_value_t<I>;
  using difference_type = std::ptrdiff_t;
  using reference = std::iter_reference_t<I>;
  using pointer = std::conditional_t<contiguous, std::add_pointer_t<reference>, void>;
  using iterator_category = std::random_access_iterator_tag;
  using iterator_concept =
      std::conditional_t<contiguous, std::contiguous_iterator_tag, std::random_access_iterator_tag>;
  using memory_space = memory_space_t<I>;

  constexpr checked_iterator() = default;
  /// Points to element `index` of the range of `size` elements from `first` on.
  constexpr checked_iterator(I first, std::ptrdiff_t index, std::ptrdiff_t size)
      : first_(first), index_(index), size_(size), report_(reported ? detail::program_report() : nullptr) {}
  /// Converts a checked iterator over iterators that convert to I, for example to const elements.
  template <class J>
    requires(!std::same_as<I, J> && std::convertible_to<J, I>)
  THRUM_HD constexpr checked_iterator(checked_iterator<J> const& other)
      : first_(other.range_begin()), index_(other.index()), size_(other.size()), report_(other.report()) {}

  THRUM_HD constexpr I const& range_begin() const { return first_; }
  THRUM_HD constexpr std::ptrdiff_t index() const { return index_; }
  THRUM_HD constexpr std::ptrdiff_t size() const { return size_; }
  THRUM_HD constexpr detail::access_report* report() const { return report_; }
  THRUM_HD constexpr I base() const { return first_ + index_; }
  THRUM_HD constexpr auto unwrapped() const { return detail::unwrap(base()); }
  /// Returns the same checked iterator over the iterator that algorithms work on.
  THRUM_HD constexpr checked_iterator<detail::unwrapped_t<I>> over_unwrapped() const {
    return checked_iterator<detail::unwrapped_t<I>>(detail::unwrap(first_), index_, size_, report_);
  }
  /// Returns the address, which nothing checks.
  THRUM_HD constexpr auto get() const
    requires std::is_pointer_v<detail::unwrapped_t<I>>
  {
    return detail::unwrap(base());
  }

  THRUM_HD constexpr reference operator*() const { return (*this)[0]; }
  THRUM_HD constexpr reference operator[](std::ptrdiff_t n) const {
    std::ptrdiff_t const at = index_ + n;
    if (at >= 0 && at < size_) return first_[at];
    void* const instead = detail::refuse_access(report_, at, size_);
    using T = value_type;
    // Only a device reaches this line.
    if constexpr (std::is_pointer_v<detail::unwrapped_t<I>> && sizeof(T) <= sizeof(report_->nowhere)) {
      using P = detail::unwrapped_t<I>;
      if constexpr (std::is_pointer_v<I>) return *static_cast<P>(instead);
      else return *I(static_cast<P>(instead));
    } else {
#if defined(__CUDA_ARCH__)
      if (size_ == 0) __trap();
#endif
      return first_[0];
    }
  }
  THRUM_HD constexpr auto operator->() const
    requires contiguous
  {
    return __builtin_addressof((*this)[0]);
  }

  THRUM_HD constexpr checked_iterator& operator+=(std::ptrdiff_t n) {
    index_ += n;
    return *this;
  }
  THRUM_HD constexpr checked_iterator& operator-=(std::ptrdiff_t n) { return *this += -n; }
  THRUM_HD constexpr checked_iterator& operator++() { return *this += 1; }
  THRUM_HD constexpr checked_iterator& operator--() { return *this -= 1; }
  THRUM_HD constexpr checked_iterator operator++(int) {
    checked_iterator old = *this;
    *this += 1;
    return old;
  }
  THRUM_HD constexpr checked_iterator operator--(int) {
    checked_iterator old = *this;
    *this -= 1;
    return old;
  }
  THRUM_HD friend constexpr checked_iterator operator+(checked_iterator it, std::ptrdiff_t n) { return it += n; }
  THRUM_HD friend constexpr checked_iterator operator+(std::ptrdiff_t n, checked_iterator it) { return it += n; }
  THRUM_HD friend constexpr checked_iterator operator-(checked_iterator it, std::ptrdiff_t n) { return it -= n; }

 private:
  template <class>
  friend class checked_iterator;
  THRUM_HD constexpr checked_iterator(I first, std::ptrdiff_t index, std::ptrdiff_t size,
                                      detail::access_report* report)
      : first_(first), index_(index), size_(size), report_(report) {}

  I first_{};
  std::ptrdiff_t index_ = 0;
  std::ptrdiff_t size_ = 0;
  detail::access_report* report_ = nullptr;
};

// Iterators are compared by indices, because there need not be an address where an iterator points.
template <class I, class J>
THRUM_HD constexpr std::ptrdiff_t operator-(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a.range_begin() - b.range_begin() + a.index() - b.index();
}
template <class I, class J>
THRUM_HD constexpr bool operator==(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a - b == 0;
}
template <class I, class J>
THRUM_HD constexpr bool operator<(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a - b < 0;
}
template <class I, class J>
THRUM_HD constexpr bool operator>(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a - b > 0;
}
template <class I, class J>
THRUM_HD constexpr bool operator<=(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a - b <= 0;
}
template <class I, class J>
THRUM_HD constexpr bool operator>=(checked_iterator<I> const& a, checked_iterator<J> const& b) {
  return a - b >= 0;
}

/// A range whose elements are checked: see thrum::checked. Functors hold a copy of the range. The
/// range owns nothing.
template <class I>
class checked_range {
 public:
  using iterator = checked_iterator<I>;
  using value_type = std::iter_value_t<I>;

  checked_range() = default;
  constexpr checked_range(I first, I last) : begin_(first, 0, last - first) {}

  THRUM_HD constexpr iterator begin() const { return begin_; }
  THRUM_HD constexpr iterator end() const { return begin_ + begin_.size(); }
  THRUM_HD constexpr std::size_t size() const { return static_cast<std::size_t>(begin_.size()); }
  THRUM_HD constexpr bool empty() const { return begin_.size() == 0; }
  /// Returns element n. N is any integral type, so that a number below zero is seen as such.
  template <std::integral N>
  THRUM_HD constexpr std::iter_reference_t<I> operator[](N n) const {
    return begin_[static_cast<std::ptrdiff_t>(n)];
  }

 private:
  iterator begin_;
};

}  // namespace thrum

// An iterator after the last element has an address too.
template <class I>
  requires std::contiguous_iterator<I>
struct std::pointer_traits<thrum::checked_iterator<I>> {
  using pointer = thrum::checked_iterator<I>;
  using element_type = typename pointer::element_type;
  using difference_type = std::ptrdiff_t;
  THRUM_HD static constexpr element_type* to_address(pointer const& p) noexcept { return p.get(); }
};
