// Copies of the flagged elements of a group by AVX-512, which moves the wanted elements of a vector
// to its beginning.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if THRUM_HAS_VECTOR_TARGETS
namespace thrum::detail {

/// Whether elements of so many bytes can be compressed.
template <std::size_t bytes>
inline constexpr bool is_compressed = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;

/// Stores the elements of 64 bytes whose bits are set at the beginning of 64 bytes; what follows
/// them is zero.
template <std::size_t bytes>
THRUM_TARGET_AVX512 void store_compressed(unsigned char const* from, std::uint64_t bits, unsigned char* to) {
  if constexpr (bytes == 1) {
    typedef char vector __attribute__((vector_size(64)));
    vector lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    lanes = __builtin_ia32_compressqi512_mask(lanes, vector{}, bits);
    std::memcpy(to, &lanes, sizeof(lanes));
  } else if constexpr (bytes == 2) {
    typedef short vector __attribute__((vector_size(64)));
    vector lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    lanes = __builtin_ia32_compresshi512_mask(lanes, vector{}, static_cast<std::uint32_t>(bits));
    std::memcpy(to, &lanes, sizeof(lanes));
  } else if constexpr (bytes == 4) {
    typedef int vector __attribute__((vector_size(64)));
    vector lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    lanes = __builtin_ia32_compresssi512_mask(lanes, vector{}, static_cast<std::uint16_t>(bits));
    std::memcpy(to, &lanes, sizeof(lanes));
  } else {
    typedef long long vector __attribute__((vector_size(64)));
    if constexpr (bytes == 16) bits = 3 * __builtin_ia32_pdep_di(bits, 0x55);
    vector lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    lanes = __builtin_ia32_compressdi512_mask(lanes, vector{}, static_cast<std::uint8_t>(bits));
    std::memcpy(to, &lanes, sizeof(lanes));
  }
}

/// Wanted elements of a group, at most, that are copied one by one.
inline constexpr std::ptrdiff_t few_wanted = 6;

/// Copies the elements of `groups` groups of flag_group elements whose flags are Wanted, `bytes`
/// bytes each, to [to, end). `to` may be before `from`. Returns the end of the copies.
template <bool Wanted, std::size_t bytes>
THRUM_TARGET_AVX512 unsigned char* compress_groups(unsigned char const* from, unsigned char const* flags,
                                                   std::ptrdiff_t groups, unsigned char* to, unsigned char* end) {
  constexpr std::ptrdiff_t size = static_cast<std::ptrdiff_t>(bytes), lanes = 64 / size, group = flag_group * size;
  for (; groups > 0 && to != end; --groups, from += group, flags += flag_group) {
    typedef unsigned long long words __attribute__((vector_size(64)));
    typedef char flag_bytes __attribute__((vector_size(64)));
    words word;
    std::memcpy(&word, flags, sizeof(word));
    std::uint64_t bits = __builtin_ia32_cvtb2mask512(reinterpret_cast<flag_bytes>(word << 7));
    if (!Wanted) bits = ~bits;
    std::ptrdiff_t const count = __builtin_popcountll(bits);
    if (count <= few_wanted) {
      for (; bits != 0; bits &= bits - 1, to += size) std::memcpy(to, from + __builtin_ctzll(bits) * size, bytes);
    } else if (end - to >= group) {
      THRUM_UNROLL
      for (std::ptrdiff_t k = 0; k < flag_group; k += lanes) {
        std::uint64_t const here = lanes == 64 ? bits : bits >> k & ((std::uint64_t{1} << (lanes % 64)) - 1);
        detail::write_ahead<64>(to, 0);
        detail::store_compressed<bytes>(from + k * size, here, to);
        to += __builtin_popcountll(here) * size;
      }
    } else {
      // The elements go by a place aside, because nothing may be stored after the last one.
      unsigned char aside[static_cast<std::size_t>(group) + 64];
      unsigned char* at = aside;
      for (std::ptrdiff_t k = 0; k < flag_group; k += lanes) {
        std::uint64_t const here = lanes == 64 ? bits : bits >> k & ((std::uint64_t{1} << (lanes % 64)) - 1);
        detail::store_compressed<bytes>(from + k * size, here, at);
        at += __builtin_popcountll(here) * size;
      }
      std::memcpy(to, aside, static_cast<std::size_t>(count * size));
      to += count * size;
    }
  }
  return to;
}

}  // namespace thrum::detail
#endif
