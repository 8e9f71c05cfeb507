// What accesses to memory cost: sectors of 32 bytes, conflicts of banks.
#pragma once

#include "interpreter.h"
#include "memory_access.h"

namespace emulator::ptx {

void count_global(costs& spent, memory_access const& access, u32 lanes, u64 const* addresses);
void count_shared(costs& spent, memory_access const& access, u32 lanes, u64 const* offsets);

}  // namespace emulator::ptx
