// Instructions that make and ask about addresses: cvta, isspacep, mapa, getctarank.
#include <algorithm>

#include "launch_state.h"
#include "memory_access.h"
#include "own_memory.h"

namespace emulator::ptx {
namespace {

template <class T, bool ToShared>
step run_cvta_shared(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const* const address = reg<T>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    result[lane] =
        static_cast<T>(ToShared ? shared_of_generic(c, address[lane]) : generic_of_shared(c, address[lane]));
  });
  return step::next;
}

template <class T>
step run_copy(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const* const address = reg<T>(c, op.operand[1]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = address[lane]; });
  return step::next;
}

// Generic addresses of the other spaces are host addresses already.
bool decode_cvta(decoder& d) {
  state_space const space = space_of_words(d);
  bool const is_shared = space == state_space::shared || space == state_space::shared_cluster;
  register_class const held = d.type_class();
  bool const is_64 = held == register_class::b64;
  handler run = is_64 ? handler(run_copy<u64>) : handler(run_copy<u32>);
  if (is_shared && d.has("to"))
    run = is_64 ? handler(run_cvta_shared<u64, true>) : handler(run_cvta_shared<u32, true>);
  else if (is_shared) run = is_64 ? handler(run_cvta_shared<u64, false>) : handler(run_cvta_shared<u32, false>);
  d.plain(run, held, {held});
  return true;
}

bool is_in_space(context const& c, state_space space, u64 address) {
  launch_state const& launch = *c.launch;
  block const& b = *c.running_block;
  u64 const shared_offset = address - reinterpret_cast<u64>(b.shared);
  bool const is_shared = shared_offset < std::max<u64>(launch.shared_size, 1);
  bool const is_local = b.local && address - reinterpret_cast<u64>(b.local) < b.local_size;
  bool const is_parameter = address - reinterpret_cast<u64>(launch.parameters.data()) < launch.parameters.size();
  bool is_shared_of_cluster = is_shared;
  for (auto const& other : b.member_of->blocks) {
    is_shared_of_cluster |= address - reinterpret_cast<u64>(other->shared) < std::max<u64>(launch.shared_size, 1);
  }
  switch (space) {
    case state_space::shared:
      return is_shared;
    case state_space::shared_cluster:
      return is_shared_of_cluster;
    case state_space::local:
      return is_local;
    case state_space::parameter:
      return is_parameter;
    case state_space::constant:
      return find_own_memory(reinterpret_cast<void const*>(address)).read_only;
    default:
      return !is_shared_of_cluster && !is_local && !is_parameter;
  }
}

step run_isspacep(context& c, micro_op const& op, u32 lanes) {
  u64 const* const address = reg<u64>(c, op.operand[1]);
  u32 bits = 0;
  for_each_lane_in_order(lanes,
                         [&](u32 lane) { bits |= is_in_space(c, op.space, address[lane]) ? bit_of(lane) : 0; });
  set_predicate(reg<u32>(c, op.operand[0]), lanes, bits);
  return step::next;
}

bool decode_isspacep(decoder& d) {
  d.need(2);
  value_source const address = d.build.value(d.operands[1], register_class::b64);
  u32 const index = d.build.emit(run_isspacep);
  d.build.op(index).space = space_of_words(d);
  d.build.use(index, 1, address);
  u32 const result = d.build.result(d.operands[0], register_class::predicate);
  d.build.define(index, 0, result);
  d.build.use(index, 0, value_source::of_register(result));
  return true;
}

// The address of the same variable in another block of the cluster. Shared: both are addresses of windows; else generic ones.
template <class T, bool IsShared>
step run_mapa(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const* const address = reg<T>(c, op.operand[1]);
  u32 const* const rank = reg<u32>(c, op.operand[2]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const own = IsShared ? address[lane] : shared_of_generic(c, address[lane]);
    u64 const mapped = shared_window(rank[lane]) + own % shared_window_bytes;
    result[lane] = static_cast<T>(IsShared ? mapped : generic_of_shared(c, mapped));
  });
  return step::next;
}

bool decode_mapa(decoder& d) {
  register_class const held = d.type_class();
  bool const is_64 = held == register_class::b64;
  handler run = is_64 ? handler(run_mapa<u64, false>) : handler(run_mapa<u32, false>);
  if (space_of_words(d) == state_space::shared_cluster)
    run = is_64 ? handler(run_mapa<u64, true>) : handler(run_mapa<u32, true>);
  d.plain(run, held, {held, register_class::b32});
  return true;
}

template <class T, bool IsShared>
step run_getctarank(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  T const* const address = reg<T>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const window = (IsShared ? address[lane] : shared_of_generic(c, address[lane])) / shared_window_bytes;
    result[lane] = window == 0 ? c.running_block->cluster_rank : static_cast<u32>(window - 1);
  });
  return step::next;
}

bool decode_getctarank(decoder& d) {
  register_class const held = d.type_class();
  bool const is_64 = held == register_class::b64;
  handler run = is_64 ? handler(run_getctarank<u64, false>) : handler(run_getctarank<u32, false>);
  if (space_of_words(d) == state_space::shared_cluster)
    run = is_64 ? handler(run_getctarank<u64, true>) : handler(run_getctarank<u32, true>);
  d.plain(run, register_class::b32, {held});
  return true;
}

template <class T>
step run_dynamic_shared(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const address = static_cast<T>(c.launch->dynamic_shared_offset + static_cast<u64>(op.immediate));
  for_each_lane(lanes, [&](u32 lane) { result[lane] = address; });
  return step::next;
}

step run_dynamic_shared_of_width(context& c, micro_op const& op, u32 lanes) {
  return op.flags ? run_dynamic_shared<u64>(c, op, lanes) : run_dynamic_shared<u32>(c, op, lanes);
}

step run_frame_address(context& c, micro_op const& op, u32 lanes) {
  u64* const result = reg<u64>(c, op.operand[0]);
  u64 base = static_cast<u64>(op.immediate), stride = 0;
  if (op.space == state_space::kernel_parameter) {
    base += reinterpret_cast<u64>(c.launch->parameters.data());
  } else if (op.space == state_space::parameter) {
    base += reinterpret_cast<u64>(c.at->parameters);
    stride = c.at->running->parameter_stride();
  } else {
    base += reinterpret_cast<u64>(local_memory(c, 0)) + c.at->local_offset;
    stride = c.launch->local_stride;
  }
  for_each_lane(lanes, [&](u32 lane) { result[lane] = base + lane * stride; });
  return step::next;
}

}  // namespace

handler dynamic_shared_handler() { return run_dynamic_shared_of_width; }
handler frame_address_handler() { return run_frame_address; }

std::span<opcode const> address_opcodes() {
  static constexpr opcode table[] = {{"cvta", decode_cvta},
                                     {"isspacep", decode_isspacep},
                                     {"mapa", decode_mapa},
                                     {"getctarank", decode_getctarank}};
  return table;
}

}  // namespace emulator::ptx
