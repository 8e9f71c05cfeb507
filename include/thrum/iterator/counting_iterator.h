// counting_iterator: 0, 1, 2, ... without memory.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>

namespace thrum {

/// it[n] is the start value plus n. T is an arithmetic type.
template <class T>
class counting_iterator : public iterator_facade<counting_iterator<T>, T, T, any_space> {
 public:
  counting_iterator() = default;
  THRUM_HD constexpr explicit counting_iterator(T start) : value_(start) {}

  THRUM_HD constexpr T base() const { return value_; }
  THRUM_HD constexpr T element(std::ptrdiff_t n) const { return static_cast<T>(value_ + static_cast<T>(n)); }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { value_ = element(n); }
  THRUM_HD constexpr std::ptrdiff_t distance_to(counting_iterator const& other) const {
    return static_cast<std::ptrdiff_t>(other.value_) - static_cast<std::ptrdiff_t>(value_);
  }

 private:
  T value_{};
};

template <class T>
THRUM_HD constexpr counting_iterator<T> make_counting_iterator(T start) {
  return counting_iterator<T>(start);
}

}  // namespace thrum
