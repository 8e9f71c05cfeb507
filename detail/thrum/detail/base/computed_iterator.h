// A range whose i-th element a functor computes from i. Composed algorithms pass such ranges to a
// primitive.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// An iterator for which it[i] is T(f(i)). T has to be named, because host code cannot learn it
/// from a __device__ lambda.
template <class T, class F>
class computed_iterator : public iterator_facade<computed_iterator<T, F>, T, T, any_space> {
 public:
  THRUM_HD constexpr explicit computed_iterator(F f, std::ptrdiff_t index = 0) : f_(std::move(f)), index_(index) {}

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T element(std::ptrdiff_t n) const { return static_cast<T>(f_(index_ + n)); }
  /// Returns how many of the next n elements are 1, for a functor that counts them itself.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr T count_tile(std::ptrdiff_t n) const
    requires requires(F const& f) { f.count(n, n); }
  {
    return f_.count(index_, index_ + n);
  }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(f_, index_ + i);
  }
  THRUM_HD constexpr F const& functor() const { return f_; }
  THRUM_HD constexpr std::ptrdiff_t index() const { return index_; }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(computed_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  F f_;
  std::ptrdiff_t index_;
};

template <class T, class F>
THRUM_HD constexpr computed_iterator<T, F> computed(F f) {
  return computed_iterator<T, F>(std::move(f));
}

/// Returns i itself.
struct own_index {
  THRUM_HD constexpr std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i; }
};
/// Returns one for each i; used to count by a sum.
template <class T>
struct one {
  THRUM_HD constexpr T operator()(std::ptrdiff_t) const { return T(1); }
};

/// A function object that returns f(first[i]).
template <class I, class F>
struct transformed_element {
  I first;
  F f;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr decltype(auto) operator()(std::ptrdiff_t i) const {
    if constexpr (std::is_reference_v<decltype(first[i])>) return detail::call(f, first[i]);
    else return detail::lasting(detail::call(f, first[i]));
  }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(first, i);
  }
};
template <class I, class F>
transformed_element(I, F) -> transformed_element<I, F>;

/// A function object that returns f(first1[i], first2[i]).
template <class I, class J, class F>
struct transformed_elements {
  I first1;
  J first2;
  F f;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr decltype(auto) operator()(std::ptrdiff_t i) const {
    if constexpr (std::is_reference_v<decltype(first1[i])> && std::is_reference_v<decltype(first2[i])>)
      return detail::call(f, first1[i], first2[i]);
    else return detail::lasting(detail::call(f, first1[i], first2[i]));
  }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(first1, i);
    detail::read_ahead<count>(first2, i);
  }
};
template <class I, class J, class F>
transformed_elements(I, J, F) -> transformed_elements<I, J, F>;

}  // namespace thrum::detail
