// What accesses to memory cost: sectors of 32 bytes, conflicts of banks.
#pragma once

#include "interpreter.h"
#include "memory_access.h"

namespace emulator::ptx {

constexpr u64 sector_bytes = 32;

// The numbers of the sectors that lanes touch, each once. No access is of two sectors.
struct sector_list {
  u64 sectors[warp_size];
  u32 count = 0;
};
sector_list sectors_touched(u32 lanes, u64 const* addresses);

void count_global(costs& spent, memory_access const& access, u32 lanes, u64 const* addresses);
void count_shared(costs& spent, memory_access const& access, u32 lanes, u64 const* offsets);

}  // namespace emulator::ptx
