// What orders the accesses of the blocks of a launch to global memory. A plain access by block A comes before one by block B
// if A has then executed a fence of the device, and B after that an atomic or volatile access. That is coarser than the
// memory model, which asks for the same word and for fences on both sides: what it calls unordered is so.
#pragma once

#include <unordered_map>
#include <vector>

#include "types.h"

namespace emulator::ptx {

// A plain access: which block made it by which instruction, and how many fences the block had executed.
struct logged_access {
  u32 block = 0, line = 0, fences = 0;
};

class global_order {
 public:
  // A number for accesses of a block by an instruction, as long as it executes no fence. Numbers of other launches are less
  // than first_number().
  u32 log(u32 block, u32 line);
  logged_access const& access(u32 number) const { return accesses[number - first]; }
  u32 first_number() const { return first; }
  // Changes when numbers begin anew.
  static u32 era();

  u32 fences_of(u32 block) const;
  void note_fence(u32 block);
  void note_strong_access(u32 block) { state_of(block).last_strong = ++clock; }
  bool is_before(logged_access const& access, u32 block) const;

  global_order();
  ~global_order();
  global_order(global_order const&) = delete;
  global_order& operator=(global_order const&) = delete;

 private:
  struct block_state {
    std::vector<u64> fences;    // when
    bool has_accessed = false;  // since the last fence
    u64 last_strong = 0;
  };
  block_state& state_of(u32 block);

  u32 first;
  std::vector<logged_access> accesses;
  std::unordered_map<u32, block_state> blocks;
  u32 last_block = ~0u;
  block_state* last_state = nullptr;
  u64 clock = 0;
};

}  // namespace emulator::ptx
