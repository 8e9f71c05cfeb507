// membar and fence.
#include "checks.h"
#include "launch_state.h"

namespace emulator::ptx {
namespace {

step run_fence(context& c, micro_op const& op, u32) {
  if (op.flags & is_of_device) note_device_fence(c);
  if (c.running_block->shadow) c.running_block->shadow->order.note_fence(c.running_warp->index);
  return step::next;
}

bool decode_fence(decoder& d) {
  u32 const index = d.build.emit(run_fence);
  bool const of_block = d.has("cta") || d.has("proxy") || d.has("mbarrier_init");
  if (!of_block) d.build.op(index).flags |= is_of_device;
  return true;
}

}  // namespace

std::span<opcode const> fence_opcodes() {
  static constexpr opcode table[] = {{"membar", decode_fence}, {"fence", decode_fence}};
  return table;
}

}  // namespace emulator::ptx
