// A decoded instruction: a handler and where its operands lie.
#pragma once

#include "types.h"

namespace emulator::ptx {

struct context;
struct micro_op;

// What a handler answers.
enum class step : u8 {
  next,    // go on with the instruction after it
  jumped,  // go on at context.pc
  regroup,  // the groups of lanes have changed, or this one waits: choose again. The handler has set the group's pc.
  yield     // as regroup, and the warp's turn is over
};

using handler = step (*)(context&, micro_op const&, u32 lanes);

// Operands are offsets in the frame's registers; those with the sign bit lie in the function's constants. See reg() in warp.h.
struct alignas(64) micro_op {
  handler run = nullptr;
  i32 operand[6] = {};
  i32 guard = -1;     // offset of a predicate; bit 0: negated; -1: none
  u32 line = 0;       // of the PTX text
  i64 immediate = 0;  // an address's offset, a branch's target, or the handler's own
  u32 index = 0;      // of a memory access, a call or a table of branches, or the handler's own
  u16 variant = 0;    // the handler's own
  state_space space = state_space::generic;
  u8 flags = 0;  // of memory_flags, or the handler's own
};
static_assert(sizeof(micro_op) == 64);

}  // namespace emulator::ptx
