// mov: copies, vectors joined and taken apart, special registers.
#include <algorithm>

#include "decoder.h"
#include "handler_shapes.h"
#include "launch_state.h"

namespace emulator::ptx {
namespace {

struct copy {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};

step copy_128(context& c, micro_op const& op, u32 lanes) {
  u128* const result = reg<u128>(c, op.operand[0]);
  u128 const* const a = reg<u128>(c, op.operand[1]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = a[lane]; });
  return step::next;
}

// mov d, {a, b, ...}: operands 1, 2, ... are the parts, each in an element of type Held.
template <class Part, class Held, u32 Count>
step join(context& c, micro_op const& op, u32 lanes) {
  Part* const result = reg<Part>(c, op.operand[0]);
  Held const* parts[Count];
  for (u32 k = 0; k < Count; ++k) parts[k] = reg<Held>(c, op.operand[1 + k]);
  for_each_lane(lanes, [&](u32 lane) {
    Part joined[Count];  // a part may be the result's own register
    for (u32 k = 0; k < Count; ++k) joined[k] = Part(parts[k][lane]);
    for (u32 k = 0; k < Count; ++k) result[lane * Count + k] = joined[k];
  });
  return step::next;
}
// mov {a, b, ...}, s: operands 0, 1, ... are the parts, operand 5 the source.
template <class Part, class Held, u32 Count>
step separate(context& c, micro_op const& op, u32 lanes) {
  Part const* const source = reg<Part>(c, op.operand[5]);
  Held* parts[Count];
  for (u32 k = 0; k < Count; ++k) parts[k] = reg<Held>(c, op.operand[k]);
  for_each_lane(lanes, [&](u32 lane) {
    Part separated[Count];  // a part may be the source's own register
    for (u32 k = 0; k < Count; ++k) separated[k] = source[lane * Count + k];
    for (u32 k = 0; k < Count; ++k) parts[k][lane] = separated[k];
  });
  return step::next;
}

// ---- special registers

// The number of a thread in its block.
u32 thread_number(context const& c, u32 lane) { return c.running_warp->index * warp_size + lane; }

// A clock's readings are far apart: programs wait for millions of cycles to keep a stream busy.
constexpr u64 clock_advance = 500000;

constexpr u32 multiprocessors = 16;

// Where the driver puts the workspace of a cooperative launch: the two words of an address, in
// %envreg1 and %envreg2 (see cooperative_groups/details/driver_abi.h).
u64 grid_workspace(context const& c) { return reinterpret_cast<u64>(c.launch->grid_workspace.data() + 16); }

struct special_register {
  std::string_view name;
  u64 (*read)(context&, u32 lane);
  bool is_64_bits = false;
};

extent block_of(context const& c) { return c.launch->config.block; }
extent grid_of(context const& c) { return c.launch->config.grid; }
extent cluster_of(context const& c) { return c.launch->config.cluster; }
extent position_of(context const& c) { return c.running_block->position; }

u64 rank_in_cluster(context const& c) {
  extent const size = cluster_of(c), at = position_of(c);
  return at.x % size.x + size.x * (at.y % size.y + u64{size.y} * (at.z % size.z));
}

constexpr special_register special_registers[] = {
    {"%tid.x", [](context& c, u32 lane) -> u64 { return thread_number(c, lane) % block_of(c).x; }},
    {"%tid.y", [](context& c, u32 lane) -> u64 { return thread_number(c, lane) / block_of(c).x % block_of(c).y; }},
    {"%tid.z", [](context& c, u32 lane) -> u64 { return thread_number(c, lane) / block_of(c).x / block_of(c).y; }},
    {"%ntid.x", [](context& c, u32) -> u64 { return block_of(c).x; }},
    {"%ntid.y", [](context& c, u32) -> u64 { return block_of(c).y; }},
    {"%ntid.z", [](context& c, u32) -> u64 { return block_of(c).z; }},
    {"%ctaid.x", [](context& c, u32) -> u64 { return position_of(c).x; }},
    {"%ctaid.y", [](context& c, u32) -> u64 { return position_of(c).y; }},
    {"%ctaid.z", [](context& c, u32) -> u64 { return position_of(c).z; }},
    {"%nctaid.x", [](context& c, u32) -> u64 { return grid_of(c).x; }},
    {"%nctaid.y", [](context& c, u32) -> u64 { return grid_of(c).y; }},
    {"%nctaid.z", [](context& c, u32) -> u64 { return grid_of(c).z; }},
    {"%laneid", [](context&, u32 lane) -> u64 { return lane; }},
    {"%warpid", [](context& c, u32) -> u64 { return c.running_warp->index; }},
    {"%nwarpid", [](context& c, u32) -> u64 { return c.launch->warps; }},
    {"%lanemask_eq", [](context&, u32 lane) -> u64 { return bit_of(lane); }},
    {"%lanemask_lt", [](context&, u32 lane) -> u64 { return bit_of(lane) - 1; }},
    {"%lanemask_le", [](context&, u32 lane) -> u64 { return bit_of(lane) | (bit_of(lane) - 1); }},
    {"%lanemask_ge", [](context&, u32 lane) -> u64 { return u32(~(bit_of(lane) - 1)); }},
    {"%lanemask_gt", [](context&, u32 lane) -> u64 { return u32(~(bit_of(lane) | (bit_of(lane) - 1))); }},
    {"%clock", [](context& c, u32) -> u64 { return c.launch->clock; }},
    {"%clock_hi", [](context& c, u32) -> u64 { return c.launch->clock >> 32; }},
    {"%clock64", [](context& c, u32) -> u64 { return c.launch->clock; }, true},
    {"%globaltimer", [](context& c, u32) -> u64 { return c.launch->clock; }, true},
    {"%globaltimer_lo", [](context& c, u32) -> u64 { return c.launch->clock; }},
    {"%globaltimer_hi", [](context& c, u32) -> u64 { return c.launch->clock >> 32; }},
    {"%smid", [](context& c, u32) -> u64 { return c.running_block->index % multiprocessors; }},
    {"%nsmid", [](context&, u32) -> u64 { return multiprocessors; }},
    {"%gridid", [](context&, u32) -> u64 { return 0; }, true},
    {"%dynamic_smem_size", [](context& c, u32) -> u64 { return c.launch->config.dynamic_shared; }},
    {"%total_smem_size", [](context& c, u32) -> u64 { return c.launch->shared_size; }},
    {"%aggr_smem_size", [](context& c, u32) -> u64 { return c.launch->shared_size; }},
    {"%reserved_smem_offset_begin", [](context&, u32) -> u64 { return 0; }},
    {"%reserved_smem_offset_end", [](context&, u32) -> u64 { return 0; }},
    {"%reserved_smem_offset_cap", [](context&, u32) -> u64 { return 0; }},
    {"%current_graph_exec", [](context&, u32) -> u64 { return 0; }, true},
    {"%envreg0", [](context&, u32) -> u64 { return 0; }},
    {"%envreg1", [](context& c, u32) -> u64 { return grid_workspace(c) >> 32; }},
    {"%envreg2", [](context& c, u32) -> u64 { return grid_workspace(c); }},
    {"%is_explicit_cluster", [](context& c, u32) -> u64 { return c.running_block->member_of->blocks.size() > 1; }},
    {"%clusterid.x", [](context& c, u32) -> u64 { return position_of(c).x / cluster_of(c).x; }},
    {"%clusterid.y", [](context& c, u32) -> u64 { return position_of(c).y / cluster_of(c).y; }},
    {"%clusterid.z", [](context& c, u32) -> u64 { return position_of(c).z / cluster_of(c).z; }},
    {"%nclusterid.x", [](context& c, u32) -> u64 { return grid_of(c).x / cluster_of(c).x; }},
    {"%nclusterid.y", [](context& c, u32) -> u64 { return grid_of(c).y / cluster_of(c).y; }},
    {"%nclusterid.z", [](context& c, u32) -> u64 { return grid_of(c).z / cluster_of(c).z; }},
    {"%cluster_ctaid.x", [](context& c, u32) -> u64 { return position_of(c).x % cluster_of(c).x; }},
    {"%cluster_ctaid.y", [](context& c, u32) -> u64 { return position_of(c).y % cluster_of(c).y; }},
    {"%cluster_ctaid.z", [](context& c, u32) -> u64 { return position_of(c).z % cluster_of(c).z; }},
    {"%cluster_nctaid.x", [](context& c, u32) -> u64 { return cluster_of(c).x; }},
    {"%cluster_nctaid.y", [](context& c, u32) -> u64 { return cluster_of(c).y; }},
    {"%cluster_nctaid.z", [](context& c, u32) -> u64 { return cluster_of(c).z; }},
    {"%cluster_ctarank", [](context& c, u32) -> u64 { return rank_in_cluster(c); }},
    {"%cluster_nctarank",
     [](context& c, u32) -> u64 { return u64{cluster_of(c).x} * cluster_of(c).y * cluster_of(c).z; }},
};

bool is_clock(std::string_view name) { return name.starts_with("%clock") || name.starts_with("%globaltimer"); }

// variant: the index of the register; flags: whether it has 64 bits.
step read_special(context& c, micro_op const& op, u32 lanes) {
  special_register const& which = special_registers[op.variant];
  if (is_clock(which.name)) c.launch->clock += clock_advance;
  auto const read_into = [&](auto* result) {
    using T = std::remove_pointer_t<decltype(result)>;
    for_each_lane_in_order(lanes, [&](u32 lane) { result[lane] = T(which.read(c, lane)); });
  };
  if (op.flags) {
    read_into(reg<u64>(c, op.operand[0]));
  } else {
    read_into(reg<u32>(c, op.operand[0]));
  }
  return step::next;
}

// Null: there is none of the name. The %envregs that the driver does not fill are zero.
special_register const* find_special(std::string_view name) {
  auto const has_name = [name](special_register const& r) { return r.name == name; };
  auto const found = std::find_if(std::begin(special_registers), std::end(special_registers), has_name);
  if (found != std::end(special_registers)) return found;
  return name.starts_with("%envreg") ? find_special("%envreg0") : nullptr;
}

// ---- decoding

bool decode_special(decoder& d) {
  u16 variant = 0;
  register_class held{};
  handler const run = special_register_handler(d.operands[1].name, variant, held);
  if (!run || held != d.type_class()) return false;
  u32 const result = d.build.result(d.operands[0], held), op = d.build.emit(run);
  d.build.op(op).variant = variant;
  d.build.op(op).flags = held == register_class::b64;
  d.build.define(op, 0, result);
  return true;
}

// Joining and separating handlers, by how many parts of how many bits. Bytes lie in registers of 16
// bits.
struct vector_handlers {
  u32 count, part_bits;
  register_class held;
  handler join, separate;
};
template <class Part, class Held, u32 Count>
constexpr vector_handlers vector_of(register_class held) {
  return {Count, 8 * sizeof(Part), held, join<Part, Held, Count>, separate<Part, Held, Count>};
}
constexpr vector_handlers vectors[] = {
    vector_of<u8, u16, 2>(register_class::b16),  vector_of<u8, u16, 4>(register_class::b16),
    vector_of<u16, u16, 2>(register_class::b16), vector_of<u16, u16, 4>(register_class::b16),
    vector_of<u32, u32, 2>(register_class::b32), vector_of<u32, u32, 4>(register_class::b32),
    vector_of<u64, u64, 2>(register_class::b64),
};
vector_handlers const& vector_for(value_type whole, std::size_t count) {
  for (vector_handlers const& v : vectors) {
    if (v.count == count && v.count * v.part_bits == whole.bits) return v;
  }
  throw unsupported{};
}

bool decode_join(decoder& d) {
  std::vector<operand> const& parts = d.operands[1].items;
  vector_handlers const& v = vector_for(d.type, parts.size());
  std::vector<value_source> values;
  for (operand const& part : parts) values.push_back(d.build.value(part, v.held));
  u32 const result = d.build.result(d.operands[0], d.type_class()), op = d.build.emit(v.join);
  for (std::size_t k = 0; k < values.size(); ++k) d.build.use(op, int(k + 1), values[k]);
  d.build.define(op, 0, result);
  return true;
}
bool decode_separate(decoder& d) {
  std::vector<operand> const& parts = d.operands[0].items;
  vector_handlers const& v = vector_for(d.type, parts.size());
  value_source const source = d.build.value(d.operands[1], d.type_class());
  u32 const op = d.build.emit(v.separate);
  d.build.use(op, 5, source);
  for (std::size_t k = 0; k < parts.size(); ++k) d.build.define(op, int(k), d.build.result(parts[k], v.held));
  return true;
}

bool decode_move(decoder& d) {
  d.need(2);
  if (d.type.kind == value_kind::predicate) return false;
  if (d.operands[1].kind == operand_kind::list) return decode_join(d);
  if (d.operands[0].kind == operand_kind::list) return decode_separate(d);
  if (d.operands[1].kind == operand_kind::special && decode_special(d)) return true;
  register_class const held = d.type_class();
  handler const run = held == register_class::b16   ? unary<copy, u16, u16>
                      : held == register_class::b32 ? unary<copy, u32, u32>
                      : held == register_class::b64 ? unary<copy, u64, u64>
                                                    : copy_128;
  d.plain(run, held, {held}, d.type.kind);
  return true;
}

constexpr opcode opcodes[] = {{"mov", decode_move}};

}  // namespace

std::span<opcode const> move_opcodes() { return opcodes; }

handler special_register_handler(std::string_view name, u16& variant, register_class& result) {
  special_register const* const found = find_special(name);
  if (!found) return nullptr;
  variant = u16(found - special_registers);
  result = found->is_64_bits ? register_class::b64 : register_class::b32;
  return read_special;
}

}  // namespace emulator::ptx
