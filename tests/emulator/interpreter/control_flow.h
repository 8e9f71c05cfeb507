// The basic blocks of a function, and which virtual registers are alive at their borders.
#pragma once

#include <vector>

#include "builder.h"

namespace emulator::ptx {

struct basic_block {
  u32 begin = 0, end = 0;  // micro-ops
  std::vector<u32> successors, predecessors;
};

// A set of registers, by number.
class register_set {
 public:
  explicit register_set(std::size_t size = 0) : words((size + 63) / 64) {}
  bool has(u32 number) const { return words[number / 64] >> (number % 64) & 1; }
  void add(u32 number) { words[number / 64] |= u64{1} << (number % 64); }
  void add_all(register_set const& other) {
    for (std::size_t k = 0; k < words.size(); ++k) words[k] |= other.words[k];
  }
  // Becomes needed + (after - killed); answers whether that changed it.
  bool become(register_set const& needed, register_set const& after, register_set const& killed);
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t k = 0; k < words.size(); ++k) {
      for (u64 rest = words[k]; rest; rest &= rest - 1) {
        visit(static_cast<u32>(k * 64) + static_cast<u32>(std::countr_zero(rest)));
      }
    }
  }

 private:
  std::vector<u64> words;
};

class control_flow {
 public:
  // Sorts the builder's uses by micro-op.
  explicit control_flow(builder& build);

  std::vector<basic_block> blocks;

  // Calls visit(virtual register, block) for each register that is alive at a block's begin, and at its end.
  template <class Visit>
  void each_live_at_begin(Visit&& visit) const {
    for (u32 b = 0; b < blocks.size(); ++b) live_in[b].each([&](u32 k) { visit(crossing[k], blocks[b]); });
  }
  template <class Visit>
  void each_live_at_end(Visit&& visit) const {
    for (u32 b = 0; b < blocks.size(); ++b) live_out[b].each([&](u32 k) { visit(crossing[k], blocks[b]); });
  }

 private:
  void find_guarded(builder const& build);
  void find_blocks(builder const& build);
  void find_crossing(builder const& build);
  void find_live(builder const& build);

  std::vector<char> is_guarded;  // by micro-op
  std::vector<u32> first_use;    // in the builder's uses, by micro-op
  std::vector<u32> block_of;     // by micro-op
  std::vector<u32> crossing;  // virtual registers that are used in several blocks, or read before they are written
  std::vector<u32> index_of;  // in crossing, by virtual register
  std::vector<register_set> live_in, live_out;  // of indices in crossing
};

}  // namespace emulator::ptx
