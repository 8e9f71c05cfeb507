// membar and fence.
#include "checks.h"

namespace emulator::ptx {
namespace {

step run_fence(context& c, micro_op const& op, u32) {
  note_fence(c, op);
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
