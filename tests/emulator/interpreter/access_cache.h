// What a memory instruction touched last.
#pragma once

#include "interpreter.h"
#include "types.h"

namespace emulator::ptx {

struct access_cache {
  u64 launch = 0;  // in which launch
  char* base = nullptr;
  char* end = nullptr;
  bool is_read_only = false;
  shadow_memory* shadow = nullptr;
  u32 block = 0, fences = 0,
      number = 0;  // its number in the log of accesses, and for which block; see global_order.h
};

}  // namespace emulator::ptx
