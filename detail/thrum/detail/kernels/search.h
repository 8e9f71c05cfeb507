// Searches for the place, the index from which on a condition holds. The searches look near one end
// first: O(log) of the distance from that end (J. L. Bentley, A. C. Yao: An almost optimal
// algorithm for unbounded searching, 1976).
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>

namespace thrum::detail {

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
  std::ptrdiff_t low = high - stride < 0 ? 0 : high - stride + 1;
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
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
  std::ptrdiff_t high = detail::least(end, low + stride - 1);
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    if (passed(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

}  // namespace thrum::detail
