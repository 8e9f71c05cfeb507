// Lengths of ranges, from numbers of any integer type.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace thrum::detail {

/// Says whether an integer type has numbers that exceed the length of any range.
template <class Size>
inline constexpr bool exceeds_lengths =
    std::is_integral_v<Size> && (sizeof(Size) > sizeof(std::ptrdiff_t) ||
                                 (sizeof(Size) == sizeof(std::ptrdiff_t) && std::is_unsigned_v<Size>));

/// Returns n as a number of elements: 0 if n is negative, and the greatest length if n exceeds it.
template <class Size>
THRUM_HD constexpr std::ptrdiff_t length_of(Size n) {
  if constexpr (exceeds_lengths<Size>) {
    constexpr auto longest = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(-1) / 2);
    if (n > static_cast<Size>(longest)) return longest;
  }
  auto const length = static_cast<std::ptrdiff_t>(n);
  return length < 0 ? 0 : length;
}

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
