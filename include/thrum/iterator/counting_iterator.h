// counting_iterator: 0, 1, 2, ... without memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>

namespace thrum {

namespace detail {
/// Returns a + n for integers, without an overflow that is undefined.
template <class T>
THRUM_HD constexpr std::ptrdiff_t wrapping_sum(T a, std::ptrdiff_t n) {
  return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(a) + static_cast<std::size_t>(n));
}
}  // namespace detail

/// An iterator whose it[n] is the start value plus n. T is an arithmetic type, or an iterator: the
/// elements are then iterators. For an integer type, a range may have more elements than the type
/// has numbers: after the greatest number the count goes on from the least. Space is the memory
/// space that the iterator declares in calls: by default none, so that the other iterators of a
/// call decide where it runs. The two last arguments are Thrust's: the iterator is random access
/// whatever they say, and its differences are std::ptrdiff_t. An iterator without a space converts
/// to one of any space, and can be compared with it.
template <class T, class Space = use_default, class Traversal = use_default, class Difference = use_default>
class counting_iterator : public iterator_facade<counting_iterator<T, Space, Traversal, Difference>, T, T,
                                                 detail::computed_space<Space>> {
  static constexpr bool has_place = std::is_integral_v<T> && sizeof(T) <= sizeof(std::ptrdiff_t);
  // For narrow integers the value is kept in 64 bits: a range of them may be longer than the type
  // counts.
  using stored = std::conditional_t<has_place && (sizeof(T) < sizeof(std::ptrdiff_t)), std::ptrdiff_t, T>;
  template <class, class, class, class>
  friend class counting_iterator;

 public:
  counting_iterator() = default;
  THRUM_HD constexpr explicit counting_iterator(T start) : value_(start) {}
  template <class S, class C, class D>
    requires(detail::space_becomes<S, Space> && !std::is_same_v<counting_iterator<T, S, C, D>, counting_iterator>)
  THRUM_HD constexpr counting_iterator(counting_iterator<T, S, C, D> const& other) : value_(other.value_) {}

  THRUM_HD constexpr T base() const { return static_cast<T>(value_); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T element(std::ptrdiff_t n) const {
    if constexpr (has_place) return static_cast<T>(detail::wrapping_sum(value_, n));
    else if constexpr (std::is_arithmetic_v<T>) return value_ + static_cast<T>(n);
    else return value_ + n;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) {
    if constexpr (has_place) value_ = static_cast<stored>(detail::wrapping_sum(value_, n));
    else value_ = element(n);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(counting_iterator const& other) const {
    if constexpr (has_place) {
      return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(other.value_) -
                                         static_cast<std::size_t>(value_));
    } else if constexpr (std::is_floating_point_v<T>) {
      T const distance = other.value_ - value_;  // may be off by a rounding
      return static_cast<std::ptrdiff_t>(distance + (distance < 0 ? T(-0.5) : T(0.5)));
    } else {
      return other.value_ - value_;
    }
  }

 private:
  stored value_{};
};

template <class T>
THRUM_HD constexpr counting_iterator<T> make_counting_iterator(T start) {
  return counting_iterator<T>(start);
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
