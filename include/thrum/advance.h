// advance, next, prev: steps of an iterator, on host and device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <iterator>

namespace thrum {

/// Moves `it` by n. n may be negative only if the iterator can go back. Takes one step if the
/// iterator has random access, otherwise n steps.
THRUM_EXEC_CHECK_DISABLE
template <class I, class Distance>
THRUM_HD constexpr void advance(I& it, Distance n) {
  if constexpr (requires { it += n; }) {
    it += n;
  } else {
    for (; n > 0; --n) ++it;
    if constexpr (requires { --it; }) {
      for (; n < 0; ++n) --it;
    }
  }
}

/// Returns an iterator n steps after `it`.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr I next(I it, std::iter_difference_t<I> n = 1) {
  thrum::advance(it, n);
  return it;
}

/// Returns an iterator n steps before `it`.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr I prev(I it, std::iter_difference_t<I> n = 1) {
  thrum::advance(it, -n);
  return it;
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
