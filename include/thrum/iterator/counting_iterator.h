// counting_iterator: 0, 1, 2, ... without memory.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/memory_space.h>
#include <thrum/detail/stored_functor.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>

namespace thrum {

/// it[n] is the start value plus n. T is an arithmetic type, or an iterator: its elements are then iterators. Space is the
/// memory that it takes part in calls as: by default none, so that the other iterators of a call decide where it runs.
/// The two last arguments are Thrust's: it is random access whatever they say, and its differences are std::ptrdiff_t.
template <class T, class Space = use_default, class Traversal = use_default, class Difference = use_default>
class counting_iterator
    : public iterator_facade<counting_iterator<T, Space, Traversal, Difference>, T, T,
                             std::conditional_t<std::is_same_v<Space, use_default>, any_space, Space>> {
 public:
  counting_iterator() = default;
  THRUM_HD constexpr explicit counting_iterator(T start) : value_(start) {}

  THRUM_HD constexpr T base() const { return value_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T element(std::ptrdiff_t n) const {
    if constexpr (std::is_arithmetic_v<T>) return static_cast<T>(value_ + static_cast<T>(n));
    else return value_ + n;
  }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { value_ = element(n); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(counting_iterator const& other) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<std::ptrdiff_t>(other.value_) - static_cast<std::ptrdiff_t>(value_);
    } else if constexpr (std::is_floating_point_v<T>) {
      T const distance = other.value_ - value_;  // may be off by a rounding
      return static_cast<std::ptrdiff_t>(distance + (distance < 0 ? T(-0.5) : T(0.5)));
    } else {
      return other.value_ - value_;
    }
  }

 private:
  T value_{};
};

template <class T>
THRUM_HD constexpr counting_iterator<T> make_counting_iterator(T start) {
  return counting_iterator<T>(start);
}

}  // namespace thrum
