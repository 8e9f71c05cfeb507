#include "barriers.h"

#include <algorithm>

#include "barrier_checks.h"
#include "control.h"
#include "decoder.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

// A barrier's micro-op. operand 0: the barrier; 1: the count of threads; 2: the predicate of a reduction; 3: its result.
enum barrier_flags : u8 { is_aligned = 1, has_count = 2, only_arrives = 4 };
enum class reduction : u16 { none, population, every, any };

// How many threads of a warp count as arrived: a warp that is there with all its live lanes counts whole.
u32 threads_arrived(block_barrier const& barrier, warp const& w) {
  u32 const arrived = barrier.arrived[w.index];
  if (!arrived) return 0;
  if ((w.live & ~arrived) == 0) return warp_size;
  return barrier.is_aligned ? 0 : static_cast<u32>(std::popcount(arrived));
}

bool is_full(block const& b, block_barrier const& barrier) {
  if (barrier.expected == 0) {
    for (auto const& w : b.warps) {
      if (w->live & ~barrier.arrived[w->index]) return false;
    }
    return b.live_warps != 0;
  }
  u32 threads = barrier.arrived_only;
  for (auto const& w : b.warps) threads += threads_arrived(barrier, *w);
  return threads >= barrier.expected;
}

void write_reduction(block_barrier const& barrier, lane_group const& group) {
  micro_op const& op = group.at->running->code[group.pc];
  auto const which = static_cast<reduction>(op.variant);
  if (which == reduction::none) return;
  context c;
  c.registers = group.at->registers;
  u32* const result = reg<u32>(c, op.operand[3]);
  if (which == reduction::population) {
    for_each_lane(group.lanes, [&](u32 lane) { result[lane] = barrier.count; });
  } else {
    bool const value = which == reduction::every ? barrier.every : barrier.any;
    set_predicate(result, group.lanes, value ? all_lanes : 0);
  }
}

// What came before the barrier comes before what its waiters do next.
void note_completion(block& b, u32 number) {
  if (!b.shadow) return;
  block_barrier const& barrier = b.barriers[number];
  if (barrier.expected == 0 || barrier.expected == b.launch->threads) {
    b.shadow->order.note_block_barrier();
    return;
  }
  for (auto const& w : b.warps) {
    if (barrier.arrived[w->index]) b.shadow->order.note_release(w->index, barrier.known);
  }
}

// Lets everybody go on if the barrier is full.
void complete_if_full(block& b, u32 number) {
  block_barrier& barrier = b.barriers[number];
  if (!is_full(b, barrier)) return;
  check_barrier(b, number);
  note_completion(b, number);
  for (auto const& w : b.warps) {
    for (int k = 0; k < w->group_count; ++k) {
      lane_group& group = w->groups[k];
      if (group.waits != waiting_for::barrier || group.barrier != number) continue;
      write_reduction(barrier, group);
      group.waits = waiting_for::nothing;
      ++group.pc;
    }
  }
  barrier = {};
}

u32 barrier_number(context& c, micro_op const& op, u32 lanes) {
  u32 const* const number = reg<u32>(c, op.operand[0]);
  u32 const first = number[first_lane(lanes)];
  for_each_lane_in_order(lanes, [&](u32 lane) {
    if (number[lane] == first) return;
    fail(c, op, lane, fault_kind::invalid_synchronisation,
         "lanes of one warp at different barriers in one bar instruction");
  });
  if (first >= barriers_of_block) {
    fail(c, op, first_lane(lanes), fault_kind::invalid_synchronisation,
         "a barrier of number " + std::to_string(first));
  }
  return first;
}

u32 expected_threads(context& c, micro_op const& op, u32 lanes) {
  if (!(op.flags & has_count)) return 0;
  u32 const count = reg<u32>(c, op.operand[1])[first_lane(lanes)];
  if (count % warp_size == 0 && count != 0) return count;
  fail(c, op, first_lane(lanes), fault_kind::invalid_synchronisation,
       "a barrier for " + std::to_string(count) + " threads, no multiple of " + std::to_string(warp_size));
}

void add_to_reduction(context& c, micro_op const& op, block_barrier& barrier, u32 lanes) {
  if (static_cast<reduction>(op.variant) == reduction::none) return;
  u32 const yes = *reg<u32>(c, op.operand[2]) & lanes;
  barrier.count += static_cast<u32>(std::popcount(yes));
  barrier.any |= yes != 0;
  barrier.every &= yes == lanes;
}

step run_barrier(context& c, micro_op const& op, u32 lanes) {
  warp& w = *c.running_warp;
  block& b = *c.running_block;
  split(c, lanes, c.pc + 1);
  u32 const number = barrier_number(c, op, lanes);
  u32 const expected = expected_threads(c, op, lanes);
  block_barrier& barrier = b.barriers[number];
  if (barrier.is_used && barrier.expected != expected) {
    fail(c, op, first_lane(lanes), fault_kind::invalid_synchronisation,
         "a barrier for " + std::to_string(expected) + " threads (0: all), at which others wait for " +
             std::to_string(barrier.expected));
  }
  barrier.is_used = true;
  barrier.expected = expected;
  barrier.is_aligned &= (op.flags & is_aligned) != 0;
  ++c.launch->spent.barriers;
  add_to_reduction(c, op, barrier, lanes);
  if (b.shadow) b.shadow->order.note_arrival(w.index, barrier.known);
  lane_group& group = c.group();
  if (op.flags & only_arrives) {
    barrier.arrived_only += (w.live & ~lanes) == 0 ? warp_size : static_cast<u32>(std::popcount(lanes));
    group.pc = c.pc + 1;
  } else {
    barrier.arrived[w.index] |= lanes;
    group.waits = waiting_for::barrier;
    group.barrier = static_cast<u8>(number);
    group.pc = c.pc;
  }
  complete_if_full(b, number);
  return step::regroup;
}

// bar.warp.sync members. Operand 5: the members.
step run_warp_barrier(context& c, micro_op const& op, u32 lanes) {
  return converge(c, lanes, reg<u32>(c, op.operand[5]), true) ? converged(c) : step::regroup;
}

bool decode_warp_barrier(decoder& d) {
  if (!d.has("warp")) return false;
  d.need(1);
  value_source const members = d.build.value(d.operands[0], register_class::b32);
  d.build.use(d.build.emit(run_warp_barrier), 5, members);
  return true;
}

// barrier.sync a {, b}; barrier.arrive a, b; barrier.red.op d, a {, b}, p.
bool decode_barrier(decoder& d) {
  if (d.has("warp") || d.has("cluster")) return false;
  builder& build = d.build;
  bool const reduces = d.has("red");
  bool const to_predicate = reduces && !d.has("popc");
  std::size_t const first = reduces ? 1 : 0;
  if (reduces) d.need(3);
  value_source const number = d.operands.size() > first ? build.value(d.operands[first], register_class::b32)
                                                        : build.constant_value(register_class::b32, 0);
  bool const counted = d.operands.size() > (reduces ? 3u : 1u);
  value_source count, predicate;
  if (counted) count = build.value(d.operands[first + 1], register_class::b32);
  if (reduces) predicate = build.predicate(d.operands.back());
  u32 const index = build.emit(run_barrier);
  build.use(index, 0, number);
  if (counted) build.use(index, 1, count);
  bool const aligned = d.words[0] == "bar" || d.has("aligned");
  build.op(index).flags = static_cast<u8>((aligned ? is_aligned : 0) | (counted ? has_count : 0) |
                                          (d.has("arrive") ? only_arrives : 0));
  if (!reduces) return true;
  build.use(index, 2, predicate);
  build.op(index).variant = static_cast<u16>(!to_predicate  ? reduction::population
                                             : d.has("and") ? reduction::every
                                                            : reduction::any);
  u32 const result = build.result(d.operands[0], to_predicate ? register_class::predicate : register_class::b32);
  build.define(index, 3, result);
  if (to_predicate) build.use(index, 3, value_source::of_register(result));
  return true;
}

}  // namespace

void release_waiting(block& b, warp& w) {
  for (int k = 0; k < w.group_count; ++k) {
    if (w.groups[k].waits == waiting_for::convergence) w.groups[k].waits = waiting_for::nothing;
  }
  for (u32 number = 0; number < barriers_of_block; ++number) {
    if (b.barriers[number].is_used) complete_if_full(b, number);
  }
  complete_cluster_barrier(*b.member_of);
}

std::span<opcode const> barrier_opcodes() {
  static constexpr opcode table[] = {
      {"bar", decode_warp_barrier}, {"bar", decode_barrier}, {"barrier", decode_barrier}};
  return table;
}

}  // namespace emulator::ptx
