#include "warp.h"

#include "barrier_checks.h"
#include "launch_state.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

// Lanes whose bit is set in `lanes` and that name the same members as `lane` does.
u32 lanes_with_same_members(u32 lanes, u32 const* members, u32 lane) {
  u32 same = 0;
  for_each_lane_in_order(lanes, [&](u32 other) { same |= members[other] == members[lane] ? bit_of(other) : 0; });
  return same;
}

bool all_name_the_same(u32 lanes, u32 const* members) {
  u32 const first = members[first_lane(lanes)];
  u32 difference = 0;
  for_each_lane_in_order(lanes, [&](u32 lane) { difference |= members[lane] ^ first; });
  return difference == 0;
}

void check_own_lane_is_member(context& c, micro_op const& op, u32 lanes, u32 const* members) {
  for_each_lane_in_order(lanes, [&](u32 lane) {
    if (members[lane] & bit_of(lane)) return;
    fail(c, op, lane, fault_kind::invalid_synchronisation,
         "a .sync instruction by lane " + std::to_string(lane) + ", which is not in its mask " +
             hexadecimal(members[lane]));
  });
}

// Lanes of which all that they wait for are at this instruction.
u32 lanes_that_are_complete(warp const& w, u32 lanes, u32 const* members) {
  u32 complete = 0;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u32 const needed = members[lane] & w.live;
    u32 const here = lanes_with_same_members(lanes & needed, members, lane);
    if ((needed & ~here) == 0) complete |= bit_of(lane);
  });
  return complete;
}

bool waits_at_same_kind(lane_group const& group, micro_op const& op) {
  return group.waits == waiting_for::convergence && group.at->running->code[group.pc].run == op.run;
}

// Lets lanes that wait at other instructions of the same kind go on, if with them the members are complete.
bool meet_elsewhere(context& c, micro_op const& op, u32 lanes, u32 members) {
  warp& w = *c.running_warp;
  u32 here = lanes;
  for (int k = 0; k < w.group_count; ++k) {
    if (k != c.group_index && waits_at_same_kind(w.groups[k], op)) here |= w.groups[k].lanes;
  }
  if (members & w.live & ~here) return false;
  for (int k = 0; k < w.group_count; ++k) {
    lane_group& group = w.groups[k];
    if (k == c.group_index || !waits_at_same_kind(group, op) || !(group.lanes & members)) continue;
    group.waits = waiting_for::nothing;
    ++group.pc;
  }
  return true;
}

// After a __syncwarp: what lanes did before it comes before what those of their mask do next.
void note_order(context& c, u32 lanes, u32 const* members) {
  if (!c.running_block->shadow) return;
  warp const& w = *c.running_warp;
  while (lanes) {
    u32 const group = members[first_lane(lanes)] & w.live;
    c.running_block->shadow->order.note_warp_barrier(w.index, group, group == w.live);
    lanes &= ~group;
  }
}

lane_group& add_group(warp& w, lane_group const& group) {
  w.groups[w.group_count] = group;
  return w.groups[w.group_count++];
}

}  // namespace

void split(context& c, u32 lanes, u32 rest_pc) {
  warp& w = *c.running_warp;
  lane_group& group = c.group();
  u32 const rest = group.lanes & ~lanes;
  if (!rest) return;
  group.lanes = lanes;
  add_group(w, {rest, rest_pc, group.at, waiting_for::nothing, 0, w.clock});
}

u32 converge(context& c, u32 lanes, u32 const* members, bool anywhere) {
  warp& w = *c.running_warp;
  u32 const first = members[first_lane(lanes)];
  bool const same = all_name_the_same(lanes, members);
  micro_op const& op = c.at->running->code[c.pc];
  if (same && (lanes & ~first) == 0 && (first & w.live & ~lanes) == 0) {
    if (first & ~w.live) check_members(c, op, lanes, members);
    if (anywhere) note_order(c, lanes, members);
    return lanes;
  }
  check_own_lane_is_member(c, op, lanes, members);
  lane_group& group = c.group();
  u32 const ready = lanes_that_are_complete(w, lanes, members);
  if (ready) {
    check_members(c, op, ready, members);
    if (anywhere) note_order(c, ready, members);
    group.pc = c.pc + 1;
    if (u32 const waiting = lanes & ~ready) {
      c.groups_changed = true;
      group.lanes &= ~waiting;
      add_group(w, {waiting, c.pc, group.at, waiting_for::convergence, 0, 0});
    }
    return ready;
  }
  if (lanes != group.lanes) split(c, lanes, c.pc + 1);
  if (anywhere && same && meet_elsewhere(c, op, lanes, first)) {
    note_order(c, lanes, members);
    group.pc = c.pc + 1;
    c.groups_changed = true;
    return lanes;
  }
  group.waits = waiting_for::convergence;
  group.pc = c.pc;
  return 0;
}

char* local_memory(context const& c, u32 lane) {
  return c.running_block->local + (c.running_warp->index * warp_size + lane) * c.launch->local_stride;
}

}  // namespace emulator::ptx
