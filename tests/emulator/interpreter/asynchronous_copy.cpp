// cp.async: copies from global to shared memory, done at once.
#include <algorithm>
#include <cstring>

#include "memory_access.h"

namespace emulator::ptx {
namespace {

// Operands: 0 how many bytes of the source, where it is told; 1 the destination in shared memory; 4 the source. All addresses
// are of 64 bits.
constexpr u8 has_source_size = 32;

template <u32 Bytes>
step run_copy(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access load{access_kind::load, Bytes, 1}, store{access_kind::store, Bytes, 1};
  u64 from[warp_size], to[warp_size];
  resolve(c, with_address(op, op.operand[address_operand], state_space::global), lanes, load, from);
  resolve(c, with_address(op, op.operand[1], state_space::shared), lanes, store, to);
  u32 const* const limit = op.flags & has_source_size ? reg<u32>(c, op.operand[0]) : nullptr;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u32 const copied = limit ? std::min(Bytes, limit[lane]) : Bytes;
    char* const at = reinterpret_cast<char*>(to[lane]);
    std::memcpy(at, reinterpret_cast<char const*>(from[lane]), copied);
    std::memset(at + copied, 0, Bytes - copied);
  });
  return step::next;
}

step run_nothing_to_wait_for(context&, micro_op const&, u32) { return step::next; }

handler copy_handler(u64 bytes) {
  return bytes == 4    ? handler(run_copy<4>)
         : bytes == 8  ? handler(run_copy<8>)
         : bytes == 16 ? handler(run_copy<16>)
                       : nullptr;
}

// cp.async.ca.shared.global [to], [from], bytes {, source bytes} {, policy}
bool decode_copy(decoder& d) {
  if (d.words.size() < 2 || d.words[1] != "async" || d.has("bulk") || d.has("mbarrier")) return false;
  if (d.has("commit_group") || d.has("wait_group") || d.has("wait_all")) {
    d.build.emit(run_nothing_to_wait_for);
    return true;
  }
  d.need(3);
  handler const run = d.operands[2].kind == operand_kind::immediate ? copy_handler(d.operands[2].bits) : nullptr;
  if (!run) throw unsupported{};
  value_source const to = emit_address(d, d.operands[0], state_space::shared);
  value_source const from = emit_address(d, d.operands[1], state_space::global);
  bool const is_limited = d.operands.size() > (d.has("L2::cache_hint") ? 4u : 3u);
  value_source limit;
  if (is_limited) limit = d.build.value(d.operands[3], register_class::b32);
  u32 const index = d.build.emit(run);
  d.build.op(index).index = ++d.build.owner.memory_accesses;
  d.build.op(index).flags = is_limited ? has_source_size : 0;
  d.build.use(index, address_operand, from);
  d.build.use(index, 1, to);
  if (is_limited) d.build.use(index, 0, limit);
  return true;
}

}  // namespace

std::span<opcode const> asynchronous_copy_opcodes() {
  static constexpr opcode table[] = {{"cp", decode_copy}};
  return table;
}

}  // namespace emulator::ptx
