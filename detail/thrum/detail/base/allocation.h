// The sizes and alignments of allocations.
#pragma once

#include <cstddef>
#include <limits>
#include <new>

namespace thrum::detail {

/// Returns the bytes of n objects. Throws if no memory can be that large.
template <class T>
std::size_t bytes_of(std::size_t n) {
  if (n > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(T)) {
    throw std::bad_array_new_length();
  }
  return n * sizeof(T);
}

/// The alignment of memory from the CUDA runtime.
inline constexpr std::size_t cuda_alignment = 256;

}  // namespace thrum::detail
