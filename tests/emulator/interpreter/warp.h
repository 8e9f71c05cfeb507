// Warps: groups of lanes that share a place in the program, their frames of registers, and how they split and meet.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "function.h"
#include "interpreter.h"
#include "micro_op.h"

namespace emulator::ptx {

struct block;
struct launch_state;

// The registers of a call: one frame for each (frame of the caller, function), used by all lanes that are in that call.
struct frame {
  frame* parent = nullptr;
  function* running = nullptr;
  char* registers = nullptr;
  char* parameters = nullptr;    // parameter_stride() bytes for each lane
  std::size_t local_offset = 0;  // in a thread's local memory
  int depth = 0;
  u32 return_pc[warp_size] = {};  // pc of the call, by lane
  std::vector<frame*> children;
  std::unique_ptr<char[]> memory;
};

enum class waiting_for : u8 { nothing, convergence, barrier, cluster_barrier };

struct lane_group {
  u32 lanes = 0, pc = 0;
  frame* at = nullptr;
  waiting_for waits = waiting_for::nothing;
  u8 barrier = 0;    // the barrier that it waits at
  u64 last_run = 0;  // the warp's clock when it ran last
};

struct warp {
  block* owner = nullptr;
  u32 index = 0;               // in the block
  u32 live = 0;                // lanes that have not left
  u32 first_live = 0;          // lanes that there were at first
  u32 at_cluster_barrier = 0;  // lanes that have arrived, and for whom it is not complete
  int group_count = 0;
  u32 steps_beside_others = 0;  // steps since a waiting group had a turn
  u64 clock = 0;                // steps of this warp
  lane_group groups[2 * warp_size];
  frame* root = nullptr;
  std::vector<std::unique_ptr<frame>> frames;
};

// What a handler works on.
struct context {
  char* registers = nullptr;
  char* constants = nullptr;
  u32 pc = 0;
  int group_index = 0;
  warp* running_warp = nullptr;
  block* running_block = nullptr;
  launch_state* launch = nullptr;
  frame* at = nullptr;
  bool groups_changed = false;  // set by converge()

  lane_group& group() { return running_warp->groups[group_index]; }
};

// The values of a register or a constant by lane; of a predicate, one mask.
template <class T>
T* reg(context& c, i32 operand) {
  return reinterpret_cast<T*>((operand < 0 ? c.constants : c.registers) + (operand & 0x7fffffff));
}

// Sets the bits of lanes in a predicate.
inline void set_predicate(u32* predicate, u32 lanes, u32 bits) {
  *predicate = (*predicate & ~lanes) | (bits & lanes);
}

// Ends the kernel.
[[noreturn]] void fail(context& c, micro_op const& op, u32 lane, fault_kind kind, std::string const& text);

// Lanes of the running group that are not in `lanes` become a group of their own that goes on at rest_pc.
void split(context& c, u32 lanes, u32 rest_pc);

// For a .sync instruction: answers which of `lanes` may pass now; 0: none, they wait, and the handler answers step::regroup.
// members holds the mask that each lane names. When lanes that pass have done their work, the handler answers
// converged(c). anywhere: lanes that wait at another instruction of the same kind count too (bar.warp.sync).
u32 converge(context& c, u32 lanes, u32 const* members, bool anywhere);
inline step converged(context& c) {
  if (!c.groups_changed) return step::next;
  c.groups_changed = false;
  return step::regroup;
}

// The local memory of a thread.
char* local_memory(context const& c, u32 lane);

}  // namespace emulator::ptx
