#include <algorithm>

#include "scheduler.h"

namespace emulator::ptx {
namespace {

// After so many steps beside others, the group that has waited longest has a turn: others may wait for it in a loop.
constexpr u32 patience = 8000;
constexpr i64 steps_of_turn = 200;

bool can_join(lane_group const& a, lane_group const& b) {
  auto const waits_at_barrier = [](lane_group const& g) {
    return g.waits == waiting_for::barrier || g.waits == waiting_for::cluster_barrier;
  };
  return a.at == b.at && a.pc == b.pc && !waits_at_barrier(a) && !waits_at_barrier(b);
}

// Groups at one place become one, empty groups vanish.
void join_groups(warp& w) {
  int kept = 0;
  for (int k = 0; k < w.group_count; ++k) {
    lane_group const group = w.groups[k];
    if (!group.lanes) continue;
    int same = 0;
    while (same < kept && !can_join(w.groups[same], group)) ++same;
    if (same == kept) {
      w.groups[kept++] = group;
      continue;
    }
    lane_group& joined = w.groups[same];
    joined.lanes |= group.lanes;
    joined.waits = waiting_for::nothing;
    joined.last_run = std::min(joined.last_run, group.last_run);
  }
  w.group_count = kept;
}

// The deepest call first, then the lowest place: so groups meet where their ways join.
bool runs_before(lane_group const& a, lane_group const& b) {
  if (a.at->depth != b.at->depth) return a.at->depth > b.at->depth;
  if (a.at->running != b.at->running) return a.at->running->number < b.at->running->number;
  return a.pc < b.pc;
}

struct choice {
  int group = -1;  // -1: all wait
  int runnable = 0;
};

choice choose_group(warp& w) {
  choice chosen;
  for (int k = 0; k < w.group_count; ++k) {
    if (w.groups[k].waits != waiting_for::nothing) continue;
    ++chosen.runnable;
    if (chosen.group < 0 || runs_before(w.groups[k], w.groups[chosen.group])) chosen.group = k;
  }
  if (chosen.runnable < 2 || w.steps_beside_others <= patience) return chosen;
  for (int k = 0; k < w.group_count; ++k) {
    lane_group const& group = w.groups[k];
    if (group.waits == waiting_for::nothing && group.last_run < w.groups[chosen.group].last_run) chosen.group = k;
  }
  return chosen;
}

// The lowest place ahead where another group of the same frame could join.
u32 meeting_place(warp const& w, int running) {
  u32 place = ~0u;
  lane_group const& group = w.groups[running];
  for (int k = 0; k < w.group_count; ++k) {
    lane_group const& other = w.groups[k];
    bool const could_join = k != running && other.at == group.at && other.waits != waiting_for::barrier &&
                            other.waits != waiting_for::cluster_barrier && other.pc > group.pc;
    if (could_join) place = std::min(place, other.pc);
  }
  return place;
}

struct turn {
  i64 steps = 0;
  u64 lane_instructions = 0;
  bool is_yielded = false;
};

// The lanes for which an instruction's guard holds.
u32 guarded_lanes(context const& c, micro_op const& op, u32 lanes) {
  if (op.guard < 0) return lanes;
  u32 const predicate = *reinterpret_cast<u32 const*>(c.registers + (op.guard & ~3));
  return lanes & (op.guard & 1 ? ~predicate : predicate);
}

turn run_group(context& c, i64 most_steps, u32 stop) {
  micro_op const* const code = c.at->running->code.data();
  u32 const lanes = c.group().lanes;
  turn t;
  for (;;) {
    micro_op const& op = code[c.pc];
    ++t.steps;
    u32 const active = guarded_lanes(c, op, lanes);
    t.lane_instructions += static_cast<u64>(std::popcount(active));
    step const answer = active ? op.run(c, op, active) : step::next;
    if (answer == step::next) {
      ++c.pc;
    } else if (answer != step::jumped) {
      t.is_yielded = answer == step::yield;
      return t;
    }
    if (t.steps >= most_steps || c.pc >= stop) {
      c.group().pc = c.pc;
      return t;
    }
  }
}

}  // namespace

bool run_warp(launch_state& launch, block& b, warp& w, i64 steps) {
  context c;
  c.running_warp = &w;
  c.running_block = &b;
  c.launch = &launch;
  bool has_run = false;
  while (steps > 0 && w.live) {
    join_groups(w);
    choice const chosen = choose_group(w);
    if (chosen.group < 0) break;
    bool const is_short_turn = w.steps_beside_others > patience && chosen.runnable > 1;
    if (w.steps_beside_others > patience) w.steps_beside_others = 0;
    has_run = true;
    lane_group const& group = w.groups[chosen.group];
    c.group_index = chosen.group;
    c.pc = group.pc;
    c.at = group.at;
    c.registers = group.at->registers;
    c.constants = group.at->running->constants;
    u32 const stop = w.group_count > 1 ? meeting_place(w, chosen.group) : ~0u;
    turn const t = run_group(c, is_short_turn ? std::min(steps, steps_of_turn) : steps, stop);
    u64 const used = static_cast<u64>(t.steps);
    steps -= t.steps;
    w.clock += used;
    if (chosen.runnable > 1) w.steps_beside_others += static_cast<u32>(used);
    if (c.group().waits == waiting_for::nothing) c.group().last_run = w.clock;
    launch.spent.warp_instructions += used;
    launch.spent.lane_instructions += t.lane_instructions;
    launch.clock += used;
    if (t.is_yielded) break;
  }
  return has_run;
}

}  // namespace emulator::ptx
