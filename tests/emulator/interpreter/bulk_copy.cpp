// cp.async.bulk: copies of many bytes by one thread, done at once.
#include <cstring>

#include "message_barrier.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

constexpr u32 piece_bytes = 16;

// Operands: 0 the bytes; 1 the destination; 2 the mbarrier, where it has one; 4 the source. All addresses are of 64 bits.
// variant: the direction.
enum class direction : u16 { global_to_shared, shared_to_global, shared_to_cluster };
constexpr u8 has_message_barrier = 32;

state_space source_space(direction d) {
  return d == direction::global_to_shared ? state_space::global : state_space::shared;
}
state_space destination_space(direction d) {
  return d == direction::shared_to_global ? state_space::global : state_space::shared_cluster;
}

void copy_piece(context& c, micro_op const& op, u32 lane, u32 offset) {
  static constexpr memory_access load{access_kind::load, piece_bytes, 1},
      store{access_kind::store, piece_bytes, 1};
  auto const way = static_cast<direction>(op.variant);
  u64 from[warp_size], to[warp_size];
  micro_op loads = with_address(op, op.operand[address_operand], source_space(way));
  micro_op stores = with_address(op, op.operand[1], destination_space(way));
  loads.immediate = stores.immediate = offset;
  resolve(c, loads, bit_of(lane), load, from);
  resolve(c, stores, bit_of(lane), store, to);
  std::memmove(reinterpret_cast<char*>(to[lane]), reinterpret_cast<char const*>(from[lane]), piece_bytes);
}

step run_bulk_copy(context& c, micro_op const& op, u32 lanes) {
  u32 const* const bytes = reg<u32>(c, op.operand[0]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    if (bytes[lane] % piece_bytes) {
      fail(c, op, lane, fault_kind::misaligned_address,
           "misaligned address: a bulk copy of " + count_of_bytes(bytes[lane]) + ", no multiple of 16");
    }
    for (u32 offset = 0; offset < bytes[lane]; offset += piece_bytes) copy_piece(c, op, lane, offset);
    if (!(op.flags & has_message_barrier)) return;
    micro_op object = with_address(op, op.operand[2], state_space::shared_cluster);
    object.flags = is_strong | is_release;
    complete_bytes(c, object, lane, bytes[lane]);
  });
  return step::next;
}

step run_nothing_to_wait_for(context&, micro_op const&, u32) { return step::next; }

direction direction_of(decoder const& d) {
  if (d.words.size() > 4 && d.words[3] == "global") return direction::shared_to_global;
  if (d.words.size() > 4 && d.words[4] == "global") return direction::global_to_shared;
  return direction::shared_to_cluster;
}

// cp.async.bulk.TO.FROM.HOW [to], [from], bytes {, [mbarrier]} {, policy}
bool decode_copy(decoder& d) {
  if (d.has("multicast::cluster") || d.has("cp_mask") || d.has("tensor")) throw unsupported{};
  d.need(3);
  direction const way = direction_of(d);
  bool const reports = d.has("mbarrier::complete_tx::bytes");
  value_source const to = emit_address(d, d.operands[0], destination_space(way));
  value_source const from = emit_address(d, d.operands[1], source_space(way));
  value_source const bytes = d.build.value(d.operands[2], register_class::b32);
  value_source object;
  if (reports) {
    d.need(4);
    object = emit_address(d, d.operands[3], state_space::shared_cluster);
  }
  u32 const index = d.build.emit(run_bulk_copy);
  micro_op& op = d.build.op(index);
  op.index = ++d.build.owner.memory_accesses;
  op.variant = static_cast<u16>(way);
  op.flags = reports ? has_message_barrier : 0;
  d.build.use(index, 0, bytes);
  d.build.use(index, 1, to);
  d.build.use(index, address_operand, from);
  if (reports) d.build.use(index, 2, object);
  return true;
}

bool decode_bulk_copy(decoder& d) {
  if (d.words.size() < 3 || d.words[1] != "async" || d.words[2] != "bulk") return false;
  if (d.has("commit_group") || d.has("wait_group") || d.has("prefetch")) {
    d.build.emit(run_nothing_to_wait_for);
    return true;
  }
  return decode_copy(d);
}

}  // namespace

std::span<opcode const> bulk_copy_opcodes() {
  static constexpr opcode table[] = {{"cp", decode_bulk_copy}};
  return table;
}

}  // namespace emulator::ptx
