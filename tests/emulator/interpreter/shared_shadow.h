// What the checks know of a block's shared memory.
#pragma once

#include <vector>

#include "byte_marks.h"
#include "thread_order.h"

namespace emulator::ptx {

// Who accessed a word of 4 bytes: the last write, the last reads of one warp, and the last read of another one. Lanes are
// told for each byte.
struct shared_word {
  warp_clock write_clock = 0, read_clock = 0, other_read_clock = 0;
  u32 write_line = 0, read_line = 0, other_read_line = 0;
  u32 read_lanes[4] = {};
  u8 write_lane[4] = {};
  u8 write_warp = 0, read_warp = 0, other_read_warp = 0;
  u8 write_bytes = 0, other_read_bytes = 0;                                            // which of the four
  bool write_is_strong = false, read_is_strong = false, other_read_is_strong = false;  // atomic or volatile

  u32 readers_of(u8 bytes) const {
    u32 lanes = 0;
    for (u32 k = 0; k < 4; ++k) lanes |= bytes >> k & 1 ? read_lanes[k] : 0;
    return lanes;
  }
  u8 read_bytes() const {
    unsigned bytes = 0;
    for (unsigned k = 0; k < 4; ++k) bytes |= read_lanes[k] ? 1u << k : 0u;
    return static_cast<u8>(bytes);
  }
};
constexpr u64 shared_word_bytes = 4;

struct shared_shadow {
  shared_shadow(std::size_t bytes, u32 warp_count)
      : written(bytes), words(bytes / shared_word_bytes + 1), order(warp_count) {}

  // A new block begins in the same memory.
  void begin() {
    written.clear();
    order.note_block_barrier();
  }

  byte_marks written;
  std::vector<shared_word> words;
  thread_order order;
};

}  // namespace emulator::ptx
