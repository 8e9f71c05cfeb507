#include "control_flow.h"

#include <algorithm>

#include "control.h"

namespace emulator::ptx {
namespace {

constexpr u32 none = ~0u;

template <class Visit>
void each_target(function const& f, micro_op const& op, Visit&& visit) {
  if (op.run == run_bra) visit(static_cast<u32>(op.immediate));
  if (op.run == run_brx) {
    for (u32 target : f.branch_tables[op.index]) visit(target);
  }
}

bool ends_block(micro_op const& op) {
  return op.run == run_bra || op.run == run_brx || op.run == run_exit || op.run == run_ret || op.run == run_trap;
}

}  // namespace

bool register_set::become(register_set const& needed, register_set const& after, register_set const& killed) {
  bool changed = false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    u64 const word = needed.words[k] | (after.words[k] & ~killed.words[k]);
    changed |= word != words[k];
    words[k] = word;
  }
  return changed;
}

control_flow::control_flow(builder& build) {
  std::stable_sort(build.uses.begin(), build.uses.end(),
                   [](operand_use const& a, operand_use const& b) { return a.op < b.op; });
  find_guarded(build);
  find_blocks(build);
  find_crossing(build);
  find_live(build);
}

void control_flow::find_guarded(builder const& build) {
  std::size_t const count = build.target.code.size();
  is_guarded.assign(count, 0);
  first_use.assign(count + 1, 0);
  for (operand_use const& use : build.uses) {
    if (use.field >= operand_use::guard_field) is_guarded[use.op] = 1;
    ++first_use[use.op + 1];
  }
  for (std::size_t k = 0; k < count; ++k) first_use[k + 1] += first_use[k];
}

void control_flow::find_blocks(builder const& build) {
  function const& f = build.target;
  u32 const count = static_cast<u32>(f.code.size());
  std::vector<char> is_leader(count + 1, 0);
  is_leader[0] = 1;
  for (u32 k = 0; k < count; ++k) {
    each_target(f, f.code[k], [&](u32 target) { is_leader[target] = 1; });
    if (ends_block(f.code[k])) is_leader[k + 1] = 1;
  }
  block_of.resize(count);
  for (u32 k = 0; k < count; ++k) {
    if (is_leader[k]) blocks.emplace_back().begin = k;
    blocks.back().end = k + 1;
    block_of[k] = static_cast<u32>(blocks.size() - 1);
  }
  for (u32 b = 0; b < blocks.size(); ++b) {
    u32 const last = blocks[b].end - 1;
    auto const connect = [&](u32 to) {
      blocks[b].successors.push_back(to);
      blocks[to].predecessors.push_back(b);
    };
    each_target(f, f.code[last], [&](u32 target) { connect(block_of[target]); });
    bool const falls_through = !ends_block(f.code[last]) || is_guarded[last];
    if (falls_through && b + 1 < blocks.size()) connect(b + 1);
  }
}

// Other registers live inside of one block, and need no analysis.
void control_flow::find_crossing(builder const& build) {
  std::size_t const count = build.register_classes.size();
  std::vector<u32> only_block(count, none), written_in(count, none);
  std::vector<char> crosses(count, 0);
  for (u32 k = 0; k < block_of.size(); ++k) {
    u32 const block = block_of[k];
    for (u32 n = first_use[k]; n < first_use[k + 1]; ++n) {
      operand_use const& use = build.uses[n];
      if (use.is_constant) continue;
      u32& only = only_block[use.number];
      if (only == none) only = block;
      bool const reads = !use.is_definition || is_guarded[k];
      crosses[use.number] |= only != block || (reads && written_in[use.number] != block);
    }
    if (is_guarded[k]) continue;
    for (u32 n = first_use[k]; n < first_use[k + 1]; ++n) {
      operand_use const& use = build.uses[n];
      if (!use.is_constant && use.is_definition) written_in[use.number] = block;
    }
  }
  index_of.assign(count, none);
  for (u32 r = 0; r < count; ++r) {
    if (!crosses[r]) continue;
    index_of[r] = static_cast<u32>(crossing.size());
    crossing.push_back(r);
  }
}

// The usual backward analysis. A guarded write keeps the old value of other lanes, thus reads it.
void control_flow::find_live(builder const& build) {
  std::vector<register_set> needed(blocks.size(), register_set(crossing.size())), killed = needed;
  live_in = live_out = needed;
  for (u32 k = 0; k < block_of.size(); ++k) {
    u32 const b = block_of[k];
    for (u32 n = first_use[k]; n < first_use[k + 1]; ++n) {
      operand_use const& use = build.uses[n];
      u32 const index = use.is_constant ? none : index_of[use.number];
      bool const reads = !use.is_definition || is_guarded[k];
      if (index != none && reads && !killed[b].has(index)) needed[b].add(index);
    }
    if (is_guarded[k]) continue;
    for (u32 n = first_use[k]; n < first_use[k + 1]; ++n) {
      operand_use const& use = build.uses[n];
      u32 const index = use.is_constant ? none : index_of[use.number];
      if (index != none && use.is_definition) killed[b].add(index);
    }
  }
  std::vector<u32> work(blocks.size());
  for (u32 b = 0; b < blocks.size(); ++b) work[b] = b;
  std::vector<char> is_queued(blocks.size(), 1);
  while (!work.empty()) {
    u32 const b = work.back();
    work.pop_back();
    is_queued[b] = 0;
    for (u32 after : blocks[b].successors) live_out[b].add_all(live_in[after]);
    if (!live_in[b].become(needed[b], live_out[b], killed[b])) continue;
    for (u32 before : blocks[b].predecessors) {
      if (is_queued[before]) continue;
      is_queued[before] = 1;
      work.push_back(before);
    }
  }
}

}  // namespace emulator::ptx
