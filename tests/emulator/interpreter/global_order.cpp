#include "global_order.h"

namespace emulator::ptx {
namespace {

constexpr u32 last_number_of_era = 0xf0000000u;
u32 next_number = 1;
u32 current_era = 1;

}  // namespace

u32 global_order::era() { return current_era; }

global_order::global_order() {
  if (next_number > last_number_of_era) {
    next_number = 1;
    ++current_era;
  }
  first = next_number;
}

global_order::~global_order() { next_number = first + static_cast<u32>(accesses.size()); }

global_order::block_state& global_order::state_of(u32 block) {
  if (block != last_block) {
    last_state = &blocks[block];
    last_block = block;
  }
  return *last_state;
}

u32 global_order::fences_of(u32 block) const {
  auto const found = blocks.find(block);
  return found == blocks.end() ? 0 : static_cast<u32>(found->second.fences.size());
}

u32 global_order::log(u32 block, u32 line) {
  block_state& state = state_of(block);
  state.has_accessed = true;
  accesses.push_back({block, line, static_cast<u32>(state.fences.size())});
  return first + static_cast<u32>(accesses.size() - 1);
}

// A fence that has nothing to order is none: threads that wait in a loop execute many.
void global_order::note_fence(u32 block) {
  block_state& state = state_of(block);
  if (!state.has_accessed) return;
  state.fences.push_back(++clock);
  state.has_accessed = false;
}

bool global_order::is_before(logged_access const& access, u32 block) const {
  auto const owner = blocks.find(access.block), other = blocks.find(block);
  if (owner == blocks.end() || other == blocks.end()) return false;
  std::vector<u64> const& fences = owner->second.fences;
  return access.fences < fences.size() && fences[access.fences] < other->second.last_strong;
}

}  // namespace emulator::ptx
