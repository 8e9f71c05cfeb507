// cp.async: copies from global to shared memory, done at once.
#include <algorithm>
#include <cstring>

#include "memory_access.h"

namespace emulator::ptx {
namespace {

// Operands: 0 how many bytes of the source, where it is told; 1 the destination in shared memory; 4 the source. variant: the
// bytes of a lane. immediate: the offset of the source below, that of the destination above.
constexpr u8 has_source_size = 32;

template <u32 Bytes>
step run_copy(context& c, micro_op const& op, u32 lanes) {
  u64 from[warp_size], to[warp_size];
  micro_op load = op;
  load.space = state_space::global;
  load.flags &= static_cast<u8>(~address_is_32_bits);
  load.immediate = static_cast<i32>(static_cast<u32>(op.immediate));
  static constexpr memory_access loads{access_kind::load, Bytes, 1}, stores{access_kind::store, Bytes, 1};
  resolve(c, load, lanes, loads, from);
  micro_op store = op;
  store.space = state_space::shared;
  store.operand[address_operand] = op.operand[1];
  store.immediate = static_cast<i32>(op.immediate >> 32);
  resolve(c, store, lanes, stores, to);
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
  address_place const to = decode_place(d, d.operands[0], state_space::shared);
  address_place const from = decode_place(d, d.operands[1], state_space::global);
  bool const has_policy = d.has("L2::cache_hint");
  bool const is_limited = d.operands.size() > (has_policy ? 4u : 3u);
  value_source limit;
  if (is_limited) limit = d.build.value(d.operands[3], register_class::b32);
  u32 const index = emit_access(d, run, from);
  micro_op& op = d.build.op(index);
  op.immediate =
      static_cast<i64>(static_cast<u64>(static_cast<u32>(from.offset)) | static_cast<u64>(to.offset) << 32);
  op.flags = static_cast<u8>((to.is_32_bits ? address_is_32_bits : 0) | (is_limited ? has_source_size : 0));
  d.build.use(index, 1, to.base);
  if (is_limited) d.build.use(index, 0, limit);
  return true;
}

}  // namespace

std::span<opcode const> asynchronous_copy_opcodes() {
  static constexpr opcode table[] = {{"cp", decode_copy}};
  return table;
}

}  // namespace emulator::ptx
