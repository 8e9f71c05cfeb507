#include "register_allocation.h"

#include <algorithm>
#include <array>

#include "control_flow.h"

namespace emulator::ptx {
namespace {

constexpr u32 never = ~0u;

// From the first to the last micro-op of a register's life, in the order of the code.
struct interval {
  u32 first = never, last = 0;
  void include(u32 at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
};

std::vector<interval> find_intervals(builder& build) {
  std::vector<interval> intervals(build.register_classes.size());
  control_flow const flow(build);
  for (operand_use const& use : build.uses) {
    if (!use.is_constant) intervals[use.number].include(use.op);
  }
  flow.each_live_at_begin([&](u32 r, basic_block const& b) { intervals[r].include(b.begin); });
  flow.each_live_at_end([&](u32 r, basic_block const& b) { intervals[r].include(b.end - 1); });
  return intervals;
}

struct slots {
  std::vector<u32> of_register;  // numbers within the class
  std::array<u32, register_class_count> count{};
};

// A linear scan for each class. What begins where another ends gets another slot: results never share one with operands, since
// handlers write lane by lane, and some write two results.
slots assign_slots(builder const& build, std::vector<interval> const& intervals) {
  std::vector<u32> order;
  for (u32 r = 0; r < intervals.size(); ++r) {
    if (intervals[r].first != never) order.push_back(r);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](u32 a, u32 b) { return intervals[a].first < intervals[b].first; });
  slots result;
  result.of_register.assign(intervals.size(), 0);
  std::array<std::vector<u32>, register_class_count> unused;
  std::vector<std::vector<u32>> ending(build.target.code.size());
  u32 reached = 0;
  for (u32 r : order) {
    for (; reached < intervals[r].first; ++reached) {
      for (u32 ended : ending[reached]) {
        unused[static_cast<std::size_t>(build.class_of_register(ended))].push_back(result.of_register[ended]);
      }
    }
    auto const which = static_cast<std::size_t>(build.class_of_register(r));
    if (unused[which].empty()) {
      result.of_register[r] = result.count[which]++;
    } else {
      result.of_register[r] = unused[which].back();
      unused[which].pop_back();
    }
    ending[intervals[r].last].push_back(r);
  }
  return result;
}

// What a compiler for hardware may need, in registers of 32 bits.
unsigned guess_of_registers(std::array<u32, register_class_count> const& count) {
  return std::clamp(10 + (count[1] + 1) / 2 + count[2] + 2 * count[3] + 4 * count[4], 16u, 255u);
}

}  // namespace

void allocate_registers(builder& build) {
  function& f = build.target;
  slots const assigned = assign_slots(build, find_intervals(build));
  std::array<std::size_t, register_class_count> base{};
  std::size_t total = 0;
  for (std::size_t which = register_class_count; which-- > 0;) {  // the widest first, for alignment
    base[which] = total;
    total += assigned.count[which] * bytes_of(static_cast<register_class>(which));
  }
  f.register_bytes = round_up(total, 64) + 64;
  f.info.registers = guess_of_registers(assigned.count);
  for (operand_use const& use : build.uses) {
    i32 place;
    if (use.is_constant) {
      place = static_cast<i32>(0x80000000u | static_cast<u32>(build.constants[use.number].offset));
    } else {
      register_class const held = build.class_of_register(use.number);
      place = static_cast<i32>(base[static_cast<std::size_t>(held)] +
                               assigned.of_register[use.number] * bytes_of(held));
    }
    micro_op& op = f.code[use.op];
    if (use.field < operand_use::guard_field) op.operand[use.field] = place;
    else op.guard = place | (use.field == operand_use::negated_guard_field);
  }
}

}  // namespace emulator::ptx
