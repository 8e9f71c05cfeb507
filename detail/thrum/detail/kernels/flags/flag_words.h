// Flags of elements, of one byte or one bit each, looked at many at a time without a branch on the
// data.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/opaque.h>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace thrum::detail {

/// The number of flags that are looked at together.
inline constexpr std::ptrdiff_t flag_group = 64;

/// Returns eight flags as a number.
THRUM_HD inline std::uint64_t flag_word(unsigned char const* flags) {
  std::uint64_t word;
  std::memcpy(&word, flags, sizeof(word));
  return word;
}

/// Returns how many of flag_group flags are set. Each byte of a word sums a few flags. A
/// multiplication then leaves the sum of all bytes in the highest byte. (The words are read one by
/// one: a vector would wait until flags that have just been stored have left the processor.)
THRUM_HD inline std::ptrdiff_t count_flags(unsigned char const* flags) {
  std::uint64_t sums = 0;
  THRUM_UNROLL
  for (int i = 0; i < 8; ++i) sums += detail::opaque_to_clang(detail::flag_word(flags + 8 * i));
  return static_cast<std::ptrdiff_t>(sums * 0x0101010101010101U >> 56);
}

/// Returns flag_group flags as the bits of a number, the first flag as its lowest bit.
THRUM_HD inline std::uint64_t flag_bits(unsigned char const* flags) {
  std::uint64_t bits = 0;
  if constexpr (std::endian::native == std::endian::little) {
    // The product gathers the lowest bits of eight bytes in its highest byte.
    THRUM_UNROLL
    for (int i = 0; i < 8; ++i) {
      bits |= (detail::flag_word(flags + 8 * i) * 0x0102040810204080U >> 56) << (8 * i);
    }
  } else {
    for (int i = 0; i < flag_group; ++i) bits |= std::uint64_t{flags[i]} << i;
  }
  return bits;
}

/// Returns how many bits are set.
THRUM_HD inline int bit_count(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return std::popcount(bits);
#endif
}

/// Returns the place of the lowest set bit of a number that is not 0.
THRUM_HD inline int lowest_bit(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

}  // namespace thrum::detail
