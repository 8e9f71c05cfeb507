// The length of a range whose caller says how many elements it has.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace thrum::detail {

/// The length of a range of n elements: none where n is negative. std::length_error where n is more than any range has, as
/// -1 in an unsigned type is.
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
