// shift_left, shift_right: elements moved by k indices within their range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/backends/host/shift_bytes.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/move.h>
#include <thrum/rotate.h>
#include <cstddef>

namespace thrum {

namespace detail {
/// Moves the elements from first + k on to the front by k indices, 0 < k < n. A sequential policy
/// moves them one by one. Under other policies, either the old and the new positions do not
/// overlap, or the first k elements go to the end.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD void shift_to_front(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t k) {
  if (detail::backend_traits<B>::is_serial || n - k <= k) move_fn{}(exec, first + k, first + n, first);
  else rotate_fn{}(exec, first, first + k, first + n);
}

/// Moves n elements to the front or to the back by k indices, 0 < k < n.
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

/// shift_left(policy, first, last, k): moves each element to the front by k indices; the first k
/// elements are overwritten. Returns the end of the moved elements: last if k is 0, first if none
/// is left. The elements after that end can be assigned to and destroyed, and their values are
/// unspecified. The elements need only be movable.
///
/// O(n) work. Trivially copyable elements that are accessed by pointers are moved once; under
/// tbb::par that takes scratch memory of at most 2^22 bytes. Other elements are moved once if k >=
/// n / 2 and under seq, otherwise as by rotate; no scratch memory.
struct shift_left_fn : detail::algorithm<shift_left_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"shift_left", {inout("first"), until("last"), value("n")}};
  }
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

/// shift_right(policy, first, last, k): moves each element to the back by k indices; the last k
/// elements are overwritten. Returns the first of the moved elements: first if k is 0, last if none
/// is left. Otherwise as shift_left.
struct shift_right_fn : detail::algorithm<shift_right_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"shift_right", {inout("first"), until("last"), value("n")}};
  }
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

#include <thrum/detail/public_header/end.h>
