// Chooses the elements that are a sample of a range: the same elements in every call.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdint>

namespace thrum::detail {

/// Returns the index of the j-th element of a sample of n elements: somewhere in the j-th of `size`
/// stretches.
struct sample_indices {
  std::ptrdiff_t n, size;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t j) const {
    std::ptrdiff_t const stretch = n / size;
    auto const random = (static_cast<std::uint64_t>(j) + 1) * 0x9E3779B97F4A7C15U;
    return j * stretch + static_cast<std::ptrdiff_t>((random >> 33) % static_cast<std::uint64_t>(stretch));
  }
};

}  // namespace thrum::detail
