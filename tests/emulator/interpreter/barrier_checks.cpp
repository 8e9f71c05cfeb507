#include "barrier_checks.h"

#include "findings.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

struct waiting_group {
  context c;
  lane_group const* group;
  micro_op const& op() const { return group->at->running->code[group->pc]; }
};

template <class Visit>
void each_waiting(block& b, u32 number, Visit&& visit) {
  for (auto const& w : b.warps) {
    for (int k = 0; k < w->group_count; ++k) {
      lane_group const& group = w->groups[k];
      if (group.waits != waiting_for::barrier || group.barrier != number || !group.lanes) continue;
      waiting_group waiting{{}, &group};
      waiting.c.running_warp = w.get();
      waiting.c.running_block = &b;
      waiting.c.launch = b.launch;
      waiting.c.at = group.at;
      visit(waiting);
    }
  }
}

void report(waiting_group const& waiting, u32 other_line, std::string const& text) {
  if (!is_new_finding(*waiting.c.launch, check::synccheck, waiting.op().line, other_line)) return;
  report_finding(waiting.c, waiting.op(), first_lane(waiting.group->lanes), check::synccheck, text);
}

void check_whole_warp(waiting_group const& waiting, u32 arrived) {
  u32 const missing = waiting.c.running_warp->first_live & ~arrived;
  if (!missing) return;
  report(waiting, 0,
         "an aligned barrier that a part of a warp reaches: lanes " + hexadecimal(arrived) + ", while lanes " +
             hexadecimal(missing) + " have left");
}

void check_same_place(waiting_group const& first, waiting_group const& other) {
  u32 const line = first.op().line;
  if (other.op().line == line) return;
  bool const same_warp = first.c.running_warp == other.c.running_warp;
  report(other, line,
         std::string("a divergent barrier: threads of one ") + (same_warp ? "warp" : "block") +
             " wait at different barrier instructions, others at " + describe_line(*other.c.launch, line));
}

}  // namespace

void check_barrier(block& b, u32 number) {
  if (!b.launch->options.synccheck || !b.launch->options.report) return;
  block_barrier const& barrier = b.barriers[number];
  waiting_group first{{}, nullptr}, first_of_warp{{}, nullptr};
  each_waiting(b, number, [&](waiting_group const& waiting) {
    bool const is_new_warp = !first_of_warp.group || first_of_warp.c.running_warp != waiting.c.running_warp;
    if (is_new_warp) {
      first_of_warp.c = waiting.c;
      first_of_warp.group = waiting.group;
    }
    if (barrier.is_aligned) {
      if (is_new_warp) check_whole_warp(waiting, barrier.arrived[waiting.c.running_warp->index]);
      else check_same_place(first_of_warp, waiting);
    }
    if (!first.group) {
      first.c = waiting.c;
      first.group = waiting.group;
    } else if (barrier.expected == 0 && is_new_warp) {
      check_same_place(first, waiting);
    }
  });
}

void check_members(context& c, micro_op const& op, u32 lanes, u32 const* members) {
  if (!c.launch->options.synccheck || !c.launch->options.report) return;
  warp const& w = *c.running_warp;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u32 const left = members[lane] & w.first_live & ~w.live;
    if (!left || !is_new_finding(*c.launch, check::synccheck, op.line, 0)) return;
    report_finding(c, op, lane, check::synccheck,
                   "the mask " + hexadecimal(members[lane]) +
                       " of a .sync instruction names lanes that have left: " + hexadecimal(left));
  });
}

}  // namespace emulator::ptx
