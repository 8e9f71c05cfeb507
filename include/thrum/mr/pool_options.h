// Options of a pool: how it divides and keeps its memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <bit>
#include <cstddef>

namespace thrum::mr {

/// Options of a pool. A pool serves requests of up to largest_block_size from blocks of memory
/// whose sizes are the powers of two from smallest_block_size on. The blocks are cut from chunks
/// that the pool takes from upstream; a chunk for a size is half as large again as the chunk
/// before. A larger request gets a block of its own from upstream. That block is kept for the next
/// request that fits.
struct pool_options {
  std::size_t min_blocks_per_chunk = 4;
  std::size_t min_bytes_per_chunk = std::size_t{1} << 16;
  std::size_t max_blocks_per_chunk = std::size_t{1} << 20;
  std::size_t max_bytes_per_chunk = std::size_t{1} << 30;
  std::size_t smallest_block_size = alignof(std::max_align_t);
  std::size_t largest_block_size = std::size_t{1} << 20;
  /// The least alignment of blocks. Blocks are also aligned to their size, up to 256 bytes.
  std::size_t alignment = alignof(std::max_align_t);
  /// Whether blocks that are larger than largest_block_size are kept when they are given back.
  bool cache_oversized = true;
  /// The limits for blocks that are larger than largest_block_size and were kept: a kept block
  /// serves a request only if it is less than this many times as large, or as aligned, as was asked
  /// for.
  std::size_t cached_size_cutoff_factor = 16;
  std::size_t cached_alignment_cutoff_factor = 16;

  /// Returns whether the options make sense together. Pools throw std::invalid_argument if they do
  /// not.
  constexpr bool validate() const {
    return std::has_single_bit(smallest_block_size) && std::has_single_bit(largest_block_size) &&
           std::has_single_bit(alignment) && max_bytes_per_chunk != 0 && max_blocks_per_chunk != 0 &&
           min_blocks_per_chunk <= max_blocks_per_chunk && min_bytes_per_chunk <= max_bytes_per_chunk &&
           alignment <= smallest_block_size && smallest_block_size <= largest_block_size &&
           // Divides, because products could overflow.
           min_blocks_per_chunk <= max_bytes_per_chunk / largest_block_size &&
           min_bytes_per_chunk / smallest_block_size <= max_blocks_per_chunk;
  }
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
