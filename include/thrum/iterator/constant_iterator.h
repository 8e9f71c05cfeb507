// constant_iterator: the same value at every index.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

/// An iterator whose it[n] is a copy of one value. The difference of two such iterators is how far
/// they were advanced. Index is Thrust's argument: the index is a std::ptrdiff_t whatever Index
/// says. Space is the memory space that the iterator declares in calls: by default none, so that
/// the other iterators of a call decide where it runs. An iterator without a space converts to one
/// of any space, and can be compared with it.
template <class T, class Index = use_default, class Space = use_default>
class constant_iterator
    : public iterator_facade<constant_iterator<T, Index, Space>, T, T, detail::computed_space<Space>> {
 public:
  constant_iterator()
    requires(std::is_default_constructible_v<T>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr constant_iterator(T value, std::ptrdiff_t index = 0)
      : value_(std::move(value)), index_(index) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class U, class J, class S>
    requires(std::is_convertible_v<U const&, T> && detail::space_becomes<S, Space> &&
             !std::is_same_v<constant_iterator<U, J, S>, constant_iterator>)
  THRUM_HD constexpr constant_iterator(constant_iterator<U, J, S> const& other)
      : value_(static_cast<T>(other.value())), index_(other.base()) {}

  THRUM_HD constexpr T const& value() const { return value_; }
  /// Returns how far the iterator was advanced.
  THRUM_HD constexpr std::ptrdiff_t base() const { return index_; }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T element(std::ptrdiff_t) const { return value_; }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(constant_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  T value_{};
  std::ptrdiff_t index_ = 0;
};

THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(std::move(value));
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class Index>
THRUM_HD constexpr constant_iterator<T, Index> make_constant_iterator(T value, Index index) {
  return constant_iterator<T, Index>(std::move(value), static_cast<std::ptrdiff_t>(index));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
