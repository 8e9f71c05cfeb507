// Binary searches for a place: the index from which on a condition holds.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>

namespace thrum::detail {

/// Returns the least place in [low, high) from which on `reached` holds, or high if there is none.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_between(std::ptrdiff_t low, std::ptrdiff_t high, P reached) {
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/// Returns the least place in [0, n) from which on `reached` holds, or n if there is none. Makes no
/// branch of the answers, for answers that a processor cannot foresee.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_without_branch(std::ptrdiff_t n, P reached) {
  std::ptrdiff_t low = 0;
  while (n > 0) {
    std::ptrdiff_t const half_size = n / 2;
    bool const after = !reached(low + half_size);
    low = after ? low + half_size + 1 : low;
    n = after ? n - half_size - 1 : half_size;
  }
  return low;
}

// The searches below look near one end first. They take O(log) of the distance from that end (J. L.
// Bentley, A. C. Yao: An almost optimal algorithm for unbounded searching, 1976).

/// Returns the least place in [0, end) from which on `reached` holds, or end if there is none.
/// Looks at places near the end first, in strides that double.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_backwards(std::ptrdiff_t end, P reached) {
  std::ptrdiff_t high = end, stride = 1;
  while (high - stride >= 0 && reached(high - stride)) {
    high -= stride;
    stride *= 2;
  }
  return detail::find_between(high - stride < 0 ? 0 : high - stride + 1, high, reached);
}

/// Returns the first place in [begin, end) from which on `passed` holds, or end if there is none.
/// Looks at places near the beginning first.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_forwards(std::ptrdiff_t begin, std::ptrdiff_t end, P passed) {
  std::ptrdiff_t low = begin, stride = 1;
  while (stride <= end - low && !passed(low + stride - 1)) {
    low += stride;
    stride *= 2;
  }
  return detail::find_between(low, detail::least(end, low + stride - 1), passed);
}

}  // namespace thrum::detail
