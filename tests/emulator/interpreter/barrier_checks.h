// synccheck: barriers that threads reach in a way that is undefined.
#pragma once

#include "launch_state.h"

namespace emulator::ptx {

// When a barrier is full: a part of a warp at an aligned one, threads at different instructions.
void check_barrier(block& b, u32 number);
// A .sync instruction's mask names lanes that have left.
void check_members(context& c, micro_op const& op, u32 lanes, u32 const* members);

}  // namespace emulator::ptx
