// Finds out whether two ranges may share elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Says whether the ranges of n elements from a and from b may share memory; a and b are unwrapped.
/// For two pointers the addresses decide. Computed elements share no memory. For other iterators
/// nothing is known, and the result is true.
template <class I, class J>
THRUM_HD bool may_overlap(I const& a, J const& b, std::ptrdiff_t n) {
  if constexpr (std::is_same_v<memory_space_t<I>, any_space> || std::is_same_v<memory_space_t<J>, any_space>) {
    return false;
  } else if constexpr (std::is_pointer_v<I> && std::is_pointer_v<J>) {
    auto const begin_of_a = reinterpret_cast<std::uintptr_t>(a),
               end_of_a = reinterpret_cast<std::uintptr_t>(a + n);
    auto const begin_of_b = reinterpret_cast<std::uintptr_t>(b),
               end_of_b = reinterpret_cast<std::uintptr_t>(b + n);
    return begin_of_a < end_of_b && begin_of_b < end_of_a;
  } else {
    return true;
  }
}

}  // namespace thrum::detail
