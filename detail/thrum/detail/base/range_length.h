// The length of a range whose caller says how many elements it has.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace thrum::detail {

/// Returns the length of a range of n elements: 0 if n is negative. Throws std::length_error if n
/// exceeds the length of any range, as -1 in an unsigned type does.
template <class Size>
THRUM_HD constexpr std::ptrdiff_t range_length(Size n) {
#if !defined(__CUDA_ARCH__)
  if constexpr (exceeds_lengths<Size>) {
    if (n > static_cast<Size>(std::numeric_limits<std::ptrdiff_t>::max())) {
      throw std::length_error("thrum: no range has as many elements (was the number negative?)");
    }
  }
#endif
  return detail::length_of(n);
}

}  // namespace thrum::detail
