// shift_left, shift_right: elements moved by some places within their range.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/backends/host/shift_bytes.h>
#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/move.h>
#include <thrum/rotate.h>
#include <concepts>
#include <cstddef>

namespace thrum {

namespace detail {
/// Moves the elements from first + k on by k places to the front, 0 < k < n. A sequential policy moves them one by one;
/// otherwise the places they leave and come to do not overlap, or the first k elements go to the end.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD void shift_to_front(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t k) {
  if (std::same_as<B, seq_policy> || n - k <= k) move_fn{}(exec, first + k, first + n, first);
  else rotate_fn{}(exec, first, first + k, first + n);
}

/// Moves the elements of n by k places to the front or to the back, 0 < k < n.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD void shift(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t k, bool to_back) {
  if constexpr (detail::copies_bytes<B, I, I>()) {
    detail::shift_bytes(exec, first, n, k, to_back);
  } else {
    if (to_back) detail::shift_to_front(exec, thrum::make_reverse_iterator(first + n), n, k);
    else detail::shift_to_front(exec, first, n, k);
  }
}
}  // namespace detail

/// shift_left(policy, first, last, k): moves each element by k places to the front; the first k are overwritten.
/// Returns the end of the moved elements: last where k is 0, first where none is left. Those behind it can be assigned
/// to and destroyed, and their values are unspecified. Elements need be movable only.
///
/// O(n) work. Trivially copyable elements behind pointers are moved once; under tbb::par that takes scratch memory of at most
/// 2^22 bytes. Others are moved once where k >= n / 2 and under seq, else as by rotate; no scratch memory.
struct shift_left_fn : detail::algorithm<shift_left_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size>
  THRUM_HD I operator()(B const& exec, I first, I last, Size k) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_count<Size>() &&
                  detail::valid_in_place<B, I>()) {
      std::ptrdiff_t const n = last - first, places = detail::length_of(k);
      if (places == 0) return last;
      if (places >= n) return first;
      detail::shift(exec, detail::unwrap(first), n, places, false);
      return first + (n - places);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT shift_left_fn shift_left{};

/// shift_right(policy, first, last, k): moves each element by k places to the back; the last k are overwritten.
/// Returns the first of the moved elements: first where k is 0, last where none is left. Otherwise as shift_left.
struct shift_right_fn : detail::algorithm<shift_right_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size>
  THRUM_HD I operator()(B const& exec, I first, I last, Size k) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_count<Size>() &&
                  detail::valid_in_place<B, I>()) {
      std::ptrdiff_t const n = last - first, places = detail::length_of(k);
      if (places == 0) return first;
      if (places >= n) return last;
      detail::shift(exec, detail::unwrap(first), n, places, true);
      return first + places;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT shift_right_fn shift_right{};

}  // namespace thrum

#include <thrum/detail/along/end.h>
