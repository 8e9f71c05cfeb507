#include "control.h"

#include <algorithm>
#include <cstring>

#include "barriers.h"
#include "builtins.h"
#include "decoder.h"
#include "frames.h"
#include "launch_state.h"
#include "messages.h"
#include "own_memory.h"

namespace emulator::ptx {
namespace {

void add_group(context& c, u32 lanes, u32 pc, frame* at) {
  warp& w = *c.running_warp;
  w.groups[w.group_count++] = {lanes, pc, at, waiting_for::nothing, 0, 0};
}

// The lanes that have the same value as the first one.
template <class T>
u32 lanes_like_first(u32 lanes, T const* values) {
  T const first = values[first_lane(lanes)];
  u32 same = 0;
  for_each_lane_in_order(lanes, [&](u32 lane) { same |= values[lane] == first ? bit_of(lane) : 0; });
  return same;
}

// Copies parameters of calls between two frames, by lane.
void copy_parameters(frame& to, std::vector<parameter_slot> const& to_slots, frame const& from,
                     std::vector<parameter_slot> const& from_slots, u32 lanes) {
  std::size_t const to_stride = to.running->parameter_stride(), from_stride = from.running->parameter_stride();
  for (std::size_t k = 0; k < std::min(to_slots.size(), from_slots.size()); ++k) {
    std::size_t const bytes = std::min(to_slots[k].size, from_slots[k].size);
    for_each_lane_in_order(lanes, [&](u32 lane) {
      std::memcpy(to.parameters + lane * to_stride + to_slots[k].offset,
                  from.parameters + lane * from_stride + from_slots[k].offset, bytes);
    });
  }
}

function& function_at(context& c, micro_op const& op, u32 lane, u64 address) {
  auto const [found, is_new] = c.launch->called_by_address.try_emplace(address, nullptr);
  if (is_new) found->second = find_function(address);
  function* const target = found->second;
  if (!target) fail(c, op, lane, fault_kind::illegal_address, "an indirect call of what is no function");
  if (!target->has_body) {
    fail(c, op, lane, fault_kind::unsupported_instruction,
         "an indirect call of " + target->name + ", which has no body");
  }
  if (target->owner != c.launch->owner) {
    fail(c, op, lane, fault_kind::unsupported_instruction, "an indirect call of a function of another module");
  }
  if (!target->is_decoded) target->owner->decode_with_callees(*target);
  return *target;
}

void check_stack(context& c, micro_op const& op, u32 lanes, frame const& callee) {
  constexpr int deepest = 20000;
  std::size_t const local = callee.local_offset + callee.running->local_bytes;
  if (local <= c.launch->local_stride && callee.depth <= deepest) return;
  fail(c, op, first_lane(lanes), fault_kind::stack_overflow,
       "the stack of a thread is used up: " + std::to_string(callee.depth) + " calls, " + std::to_string(local) +
           " bytes of local memory of " + std::to_string(c.launch->local_stride));
}

step run_nanosleep(context& c, micro_op const&, u32) {
  constexpr u32 steps_of_sleep = 2000;
  c.running_warp->steps_beside_others += steps_of_sleep;
  c.launch->clock += 100;
  c.group().pc = c.pc + 1;
  return step::yield;
}

template <handler Run>
bool emit_alone(decoder& d) {
  d.build.emit(Run);
  return true;
}

}  // namespace

step run_nothing(context&, micro_op const&, u32) { return step::next; }

step run_bra(context& c, micro_op const& op, u32 lanes) {
  lane_group& group = c.group();
  u32 const target = static_cast<u32>(op.immediate);
  if (lanes != group.lanes) {
    split(c, lanes, c.pc + 1);
    group.pc = target;
    return step::regroup;
  }
  bool const is_backward = target <= c.pc;
  c.pc = target;
  if (!is_backward || c.running_warp->group_count == 1) return step::jumped;
  group.pc = target;
  return step::regroup;
}

step run_brx(context& c, micro_op const& op, u32 lanes) {
  u32 const* const index = reg<u32>(c, op.operand[0]);
  auto const& table = c.at->running->branch_tables[op.index];
  split(c, lanes, c.pc + 1);
  for (;;) {
    u32 const lane = first_lane(lanes);
    if (index[lane] >= table.size()) {
      fail(c, op, lane, fault_kind::illegal_address,
           "brx.idx with index " + std::to_string(index[lane]) + " into a table of " +
               std::to_string(table.size()));
    }
    u32 const same = lanes_like_first(lanes, index);
    if (same == lanes) {
      c.group().pc = table[index[lane]];
      return step::regroup;
    }
    lanes &= ~same;
    c.group().lanes = lanes;
    add_group(c, same, table[index[lane]], c.at);
  }
}

step run_exit(context& c, micro_op const&, u32 lanes) {
  warp& w = *c.running_warp;
  c.group().pc = c.pc + 1;
  c.group().lanes &= ~lanes;
  w.live &= ~lanes;
  if (!w.live) --c.running_block->live_warps;
  release_waiting(*c.running_block, w);
  return step::regroup;
}

step run_ret(context& c, micro_op const& op, u32 lanes) {
  frame& callee = *c.at;
  if (!callee.parent) return run_exit(c, op, lanes);
  frame& caller = *callee.parent;
  c.group().lanes &= ~lanes;
  c.group().pc = c.pc + 1;
  while (lanes) {
    u32 const call_pc = callee.return_pc[first_lane(lanes)];
    u32 const same = lanes_like_first(lanes, callee.return_pc);
    lanes &= ~same;
    call_site const& site = caller.running->call_sites[caller.running->code[call_pc].index];
    copy_parameters(caller, site.results, callee, callee.running->results, same);
    add_group(c, same, call_pc + 1, &caller);
  }
  return step::regroup;
}

step run_call(context& c, micro_op const& op, u32 lanes) {
  call_site const& site = c.at->running->call_sites[op.index];
  if (site.which != builtin::none) {
    run_builtin(c, op, site, lanes);
    return step::next;
  }
  split(c, lanes, c.pc + 1);
  function* target = site.target;
  if (!target) {
    u64 const* const address = reg<u64>(c, op.operand[0]);
    u32 const same = lanes_like_first(lanes, address);
    split(c, same, c.pc);  // the others call again
    lanes = same;
    target = &function_at(c, op, first_lane(lanes), address[first_lane(lanes)]);
  }
  frame& callee = *frame_of_call(*c.running_warp, *c.at, *target);
  check_stack(c, op, lanes, callee);
  copy_parameters(callee, target->formals, *c.at, site.arguments, lanes);
  for_each_lane_in_order(lanes, [&](u32 lane) { callee.return_pc[lane] = c.pc; });
  c.group().at = &callee;
  c.group().pc = 0;
  return step::regroup;
}

step run_trap(context& c, micro_op const& op, u32 lanes) {
  fail(c, op, first_lane(lanes), fault_kind::trap, "trap");
}

step run_unsupported(context& c, micro_op const& op, u32 lanes) {
  fail(c, op, first_lane(lanes), fault_kind::unsupported_instruction, "unsupported instruction");
}

std::span<opcode const> control_opcodes() {
  static constexpr opcode table[] = {
      {"ret", emit_alone<run_ret>},
      {"exit", emit_alone<run_exit>},
      {"trap", emit_alone<run_trap>},
      {"nanosleep", emit_alone<run_nanosleep>},
      {"pmevent", emit_alone<run_nothing>},
      {"brkpt", emit_alone<run_nothing>},
      {"setmaxnreg", emit_alone<run_nothing>},
      {"griddepcontrol", emit_alone<run_nothing>},
  };
  return table;
}

}  // namespace emulator::ptx
