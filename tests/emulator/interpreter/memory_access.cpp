#include "memory_access.h"

#include <algorithm>

#include "access_costs.h"
#include "cache_model.h"
#include "checks.h"
#include "launch_state.h"
#include "messages.h"
#include "own_memory.h"

namespace emulator::ptx {
namespace {

char const* name_of(state_space space) {
  switch (space) {
    case state_space::generic:
      return "generic";
    case state_space::global:
      return "global";
    case state_space::shared:
      return "shared";
    case state_space::shared_cluster:
      return "shared::cluster";
    case state_space::local:
      return "local";
    case state_space::parameter:
    case state_space::kernel_parameter:
      return "param";
    case state_space::constant:
      return "const";
  }
  return "";
}

std::string describe_access(micro_op const& op, memory_access const& access, u64 address) {
  char const* const verb = access.kind == access_kind::load    ? "a load"
                           : access.kind == access_kind::store ? "a store"
                                                               : "an atomic";
  return std::string(verb) + " of " + count_of_bytes(access.bytes()) + " at " + hexadecimal(address) + " (" +
         name_of(op.space) + ")";
}

[[noreturn]] void fail_illegal(context& c, micro_op const& op, u32 lane, memory_access const& access, u64 address,
                               std::string const& reason) {
  fail(c, op, lane, fault_kind::illegal_address,
       "illegal address: " + describe_access(op, access, address) + ", " + reason);
}

std::string nearest_allocation(context const& c, u64 address) {
  if (address < 4096) return "a null pointer or one near it";
  block const& b = *c.running_block;
  u64 const shared = reinterpret_cast<u64>(b.shared);
  if (address >= shared && address < shared + c.launch->shared_size + 65536) {
    return "byte " + std::to_string(address - shared) + " of the block's " +
           count_of_bytes(c.launch->shared_size) + " of shared memory";
  }
  if (*c.launch->describe) return (*c.launch->describe)(reinterpret_cast<void const*>(address));
  return "in no allocation";
}

void check_alignment(context& c, micro_op const& op, u32 lanes, memory_access const& access,
                     u64 const* addresses) {
  u64 const mask = access.bytes() - 1;
  u64 low_bits = 0;
  if (lanes == all_lanes) {
    for (u32 lane = 0; lane < warp_size; ++lane) low_bits |= addresses[lane];
  } else {
    for_each_lane_in_order(lanes, [&](u32 lane) { low_bits |= addresses[lane]; });
  }
  if ((low_bits & mask) == 0) return;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    if ((addresses[lane] & mask) == 0) return;
    fail(c, op, lane, fault_kind::misaligned_address,
         "misaligned address: " + describe_access(op, access, addresses[lane]) + ", " +
             count_of_bytes(addresses[lane] & mask) + " past a multiple of its size");
  });
}

struct address_range {
  u64 lowest = ~u64{0}, highest = 0;
};

address_range range_of(u32 lanes, u64 const* addresses) {
  address_range range;
  if (lanes == all_lanes) {
    for (u32 lane = 0; lane < warp_size; ++lane) {
      range.lowest = addresses[lane] < range.lowest ? addresses[lane] : range.lowest;
      range.highest = addresses[lane] > range.highest ? addresses[lane] : range.highest;
    }
  } else {
    for_each_lane_in_order(lanes, [&](u32 lane) {
      range.lowest = std::min(range.lowest, addresses[lane]);
      range.highest = std::max(range.highest, addresses[lane]);
    });
  }
  return range;
}

bool is_inside(u64 address, u64 bytes, u64 base, u64 size) {
  return address >= base && bytes <= size && address - base <= size - bytes;
}
bool is_inside(address_range range, u64 bytes, u64 base, u64 size) {
  return range.lowest >= base && is_inside(range.highest, bytes, base, size);
}

void read_addresses(context& c, micro_op const& op, u32 lanes, u64* addresses) {
  u64 const offset = static_cast<u64>(op.immediate);
  if (op.flags & address_is_32_bits) {
    u32 const* const base = reg<u32>(c, op.operand[address_operand]);
    for_each_lane(lanes, [&](u32 lane) { addresses[lane] = base[lane] + static_cast<u32>(offset); });
  } else {
    u64 const* const base = reg<u64>(c, op.operand[address_operand]);
    for_each_lane(lanes, [&](u32 lane) { addresses[lane] = base[lane] + offset; });
  }
}

// Offsets in the block's own shared memory become addresses.
void finish_shared(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64* offsets) {
  check_alignment(c, op, lanes, access, offsets);
  count_shared(c.launch->spent, access, lanes, offsets);
  note_shared_access(c, op, lanes, access, *c.running_block, offsets);
  u64 const base = reinterpret_cast<u64>(c.running_block->shared);
  for_each_lane(lanes, [&](u32 lane) { offsets[lane] += base; });
}

void resolve_shared(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64* offsets) {
  u64 const size = c.launch->shared_size, bytes = access.bytes();
  if (!is_inside(range_of(lanes, offsets), bytes, 0, size)) {
    for_each_lane_in_order(lanes, [&](u32 lane) {
      if (is_inside(offsets[lane], bytes, 0, size)) return;
      fail_illegal(c, op, lane, access, offsets[lane],
                   "which ends " + count_of_bytes(offsets[lane] + bytes - size) + " past the block's " +
                       count_of_bytes(size) + " of shared memory");
    });
  }
  finish_shared(c, op, lanes, access, offsets);
}

// The block of the cluster whose shared memory holds a host address; null where none does.
block* owner_of_shared(context const& c, u64 address, u64 bytes) {
  auto const holds = [&](block const& b) {
    return is_inside(address, bytes, reinterpret_cast<u64>(b.shared), c.launch->shared_size);
  };
  if (holds(*c.running_block)) return c.running_block;
  for (auto const& b : c.running_block->member_of->blocks) {
    if (holds(*b)) return b.get();
  }
  return nullptr;
}

void note_cluster_shared(context& c, micro_op const& op, u32 lane, memory_access const& access, block& owner,
                         u64 address) {
  u64 offsets[warp_size];
  offsets[lane] = address - reinterpret_cast<u64>(owner.shared);
  count_shared(c.launch->spent, access, bit_of(lane), offsets);
  note_shared_access(c, op, bit_of(lane), access, owner, offsets);
}

void resolve_shared_cluster(context& c, micro_op const& op, u32 lanes, memory_access const& access,
                            u64* addresses) {
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const address = generic_of_shared(c, addresses[lane]);
    block* const owner = owner_of_shared(c, address, access.bytes());
    if (!owner)
      fail_illegal(c, op, lane, access, addresses[lane], "in the shared memory of no block of the cluster");
    addresses[lane] = address;
    check_alignment(c, op, bit_of(lane), access, addresses);
    note_cluster_shared(c, op, lane, access, *owner, address);
  });
}

void resolve_local(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64 const* addresses) {
  u64 const size = c.launch->local_stride;
  check_alignment(c, op, lanes, access, addresses);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const base = reinterpret_cast<u64>(local_memory(c, lane));
    if (is_inside(addresses[lane], access.bytes(), base, size)) return;
    fail_illegal(c, op, lane, access, addresses[lane],
                 "byte " + std::to_string(static_cast<i64>(addresses[lane] - base)) + " of the thread's " +
                     count_of_bytes(size) + " of local memory");
  });
  c.launch->spent.local_bytes += static_cast<u64>(std::popcount(lanes)) * access.bytes();
}

region find_parameters(context const& c, u64 address) {
  launch_state& launch = *c.launch;
  auto const holds = [&](char const* base, std::size_t size) {
    return is_inside(address, 1, reinterpret_cast<u64>(base), size);
  };
  if (holds(launch.parameters.data(), launch.parameters.size())) {
    return {launch.parameters.data(), launch.parameters.size(), true, nullptr};
  }
  if (holds(launch.grid_workspace.data(), launch.grid_workspace.size())) {
    return {launch.grid_workspace.data(), launch.grid_workspace.size(), false, nullptr};
  }
  for (auto const& f : c.running_warp->frames) {
    std::size_t const size = warp_size * f->running->parameter_stride();
    if (holds(f->parameters, size)) return {f->parameters, size, false, nullptr};
  }
  return {};
}

region find_allocation(context const& c, u64 address) {
  void const* const pointer = reinterpret_cast<void const*>(address);
  region const own = find_own_memory(pointer);
  if (own.base || !*c.launch->find) return own;
  return (*c.launch->find)(pointer);
}

// Local memory of a lane, or of nobody it may touch.
bool is_local_of_block(context const& c, u64 address) {
  return c.running_block->local &&
         is_inside(address, 1, reinterpret_cast<u64>(c.running_block->local), c.running_block->local_size);
}

// Looks at one lane's address, where the quick tests have not known it.
void resolve_lane(context& c, micro_op const& op, u32 lane, memory_access const& access, u64 const* addresses,
                  access_cache& cache) {
  u64 const address = addresses[lane], bytes = access.bytes();
  if (op.space == state_space::generic) {
    if (block* const owner = owner_of_shared(c, address, bytes)) {
      note_cluster_shared(c, op, lane, access, *owner, address);
      return;
    }
    if (is_local_of_block(c, address)) {
      resolve_local(c, op, bit_of(lane), access, addresses);
      return;
    }
    if (region const found = find_parameters(c, address); found.base) {
      if (!is_inside(address, bytes, reinterpret_cast<u64>(found.base), found.size)) {
        fail_illegal(c, op, lane, access, address, "past the end of the parameters");
      }
      return;
    }
  }
  region const found = find_allocation(c, address);
  u64 const base = reinterpret_cast<u64>(found.base);
  if (!found.base || !is_inside(address, bytes, base, found.size)) {
    std::string reason = found.base ? "which ends " + count_of_bytes(address + bytes - base - found.size) +
                                          " past the end of an allocation of " + count_of_bytes(found.size)
                                    : nearest_allocation(c, address);
    fail_illegal(c, op, lane, access, address, reason);
  }
  if (access.writes() && found.read_only) fail_illegal(c, op, lane, access, address, "in read-only memory");
  cache.base = found.base;
  cache.end = found.base + found.size;
  cache.is_read_only = found.read_only;
  cache.shadow = found.shadow;
  note_global_access(c, op, bit_of(lane), access, cache, addresses);
}

void resolve_global(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64* addresses) {
  u64 const bytes = access.bytes();
  address_range const range = range_of(lanes, addresses);
  block const& b = *c.running_block;
  if (op.space == state_space::generic &&
      is_inside(range, bytes, reinterpret_cast<u64>(b.shared), c.launch->shared_size)) {
    u64 const base = reinterpret_cast<u64>(b.shared);
    for_each_lane(lanes, [&](u32 lane) { addresses[lane] -= base; });
    finish_shared(c, op, lanes, access, addresses);
    return;
  }
  check_alignment(c, op, lanes, access, addresses);
  access_cache& cache = c.launch->cache_of(op);
  u64 const base = reinterpret_cast<u64>(cache.base), size = static_cast<u64>(cache.end - cache.base);
  if (cache.base && is_inside(range, bytes, base, size) && !(access.writes() && cache.is_read_only)) {
    note_global_access(c, op, lanes, access, cache, addresses);
  } else {
    for_each_lane_in_order(lanes, [&](u32 lane) { resolve_lane(c, op, lane, access, addresses, cache); });
    if (op.space == state_space::generic && (is_local_of_block(c, range.lowest) || !cache.base)) return;
  }
  if (op.space == state_space::constant) return;
  count_global(c.launch->spent, access, lanes, addresses);
  if (cache_model* const caches = c.launch->caches) {
    caches->count(c.launch->spent, b.index, access, op.flags & is_strong, sectors_touched(lanes, addresses));
  }
}

}  // namespace

void resolve(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64* addresses) {
  if (op.flags & is_strong) note_strong_access(c, op);
  switch (op.space) {
    case state_space::parameter: {
      u64 const stride = c.at->running->parameter_stride();
      u64 const base = reinterpret_cast<u64>(c.at->parameters) + static_cast<u64>(op.immediate);
      for_each_lane(lanes, [&](u32 lane) { addresses[lane] = base + lane * stride; });
      return;
    }
    case state_space::kernel_parameter: {
      u64 const address = reinterpret_cast<u64>(c.launch->parameters.data()) + static_cast<u64>(op.immediate);
      for_each_lane(lanes, [&](u32 lane) { addresses[lane] = address; });
      return;
    }
    default:
      break;
  }
  read_addresses(c, op, lanes, addresses);
  switch (op.space) {
    case state_space::shared:
      return resolve_shared(c, op, lanes, access, addresses);
    case state_space::shared_cluster:
      return resolve_shared_cluster(c, op, lanes, access, addresses);
    case state_space::local:
      return resolve_local(c, op, lanes, access, addresses);
    default:
      return resolve_global(c, op, lanes, access, addresses);
  }
}

region find_generic(context const& c, u32 lane, u64 address) {
  if (block* const owner = owner_of_shared(c, address, 1))
    return {owner->shared, c.launch->shared_size, false, nullptr};
  if (is_local_of_block(c, address)) return {local_memory(c, lane), c.launch->local_stride, false, nullptr};
  region const found = find_parameters(c, address);
  return found.base ? found : find_allocation(c, address);
}

u64 generic_of_shared(context const& c, u64 window_address) {
  u64 const rank = window_address / shared_window_bytes, offset = window_address % shared_window_bytes;
  if (rank == 0) return reinterpret_cast<u64>(c.running_block->shared) + offset;
  auto const& blocks = c.running_block->member_of->blocks;
  return rank > blocks.size() ? 0 : reinterpret_cast<u64>(blocks[rank - 1]->shared) + offset;
}

u64 shared_of_generic(context const& c, u64 address) {
  block const* const owner = owner_of_shared(c, address, 1);
  if (!owner || owner == c.running_block) return address - reinterpret_cast<u64>(c.running_block->shared);
  return shared_window(owner->cluster_rank) + (address - reinterpret_cast<u64>(owner->shared));
}

state_space space_of_words(decoder const& d) {
  for (std::size_t k = 1; k < d.words.size(); ++k) {
    std::string_view const word = d.words[k];
    if (word == "shared::cluster") return state_space::shared_cluster;
    if (word.starts_with("shared")) return state_space::shared;
    if (word == "global") return state_space::global;
    if (word == "local") return state_space::local;
    if (word.starts_with("param")) return state_space::parameter;
    if (word == "const") return state_space::constant;
  }
  return state_space::generic;
}

address_place decode_place(decoder& d, operand const& o, state_space space) {
  address_place place = d.build.address(o, space);
  bool const is_parameter = place.space == state_space::parameter || place.space == state_space::kernel_parameter;
  if (is_parameter && place.has_base) place.space = state_space::generic;
  bool const is_shared = place.space == state_space::shared || place.space == state_space::shared_cluster;
  if (place.is_32_bits && !is_shared) {
    place.base =
        d.build.value(operand::of_register(place.base.number), register_class::b64, value_kind::unsigned_integer);
    place.is_32_bits = false;
  }
  return place;
}

u32 emit_access(decoder& d, handler run, address_place const& place) {
  u32 const index = d.build.emit(run);
  micro_op& op = d.build.op(index);
  op.space = place.space;
  op.immediate = place.offset;
  op.index = ++d.build.owner.memory_accesses;
  op.flags = static_cast<u8>((place.is_32_bits ? address_is_32_bits : 0) | ordering_flags(d));
  if (place.has_base) d.build.use(index, address_operand, place.base);
  return index;
}

template <class T>
static step run_address(context& c, micro_op const& op, u32 lanes) {
  u64* const result = reg<u64>(c, op.operand[0]);
  T const* const base = reg<T>(c, op.operand[1]);
  T const offset = static_cast<T>(op.immediate);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = static_cast<T>(base[lane] + offset); });
  return step::next;
}

value_source emit_address(decoder& d, operand const& o, state_space space) {
  address_place const place = decode_place(d, o, space);
  u32 const index = d.build.emit(place.is_32_bits ? run_address<u32> : run_address<u64>);
  d.build.op(index).immediate = place.offset;
  d.build.use(index, 1, place.base);
  u32 const address = d.build.temporary(register_class::b64);
  d.build.define(index, 0, address);
  return value_source::of_register(address);
}

micro_op with_address(micro_op const& op, i32 address, state_space space) {
  micro_op changed = op;
  changed.operand[address_operand] = address;
  changed.immediate = 0;
  changed.space = space;
  changed.flags &= static_cast<u8>(~address_is_32_bits);
  return changed;
}

u8 ordering_flags(decoder const& d) {
  unsigned flags = 0;
  if (d.has("volatile") || d.has("relaxed") || d.has("acquire") || d.has("release") || d.has("acq_rel") ||
      d.has("mmio")) {
    flags |= is_strong;
  }
  if (d.has("release") || d.has("acq_rel")) flags |= is_release;
  if (!d.has("cta")) flags |= is_of_device;
  return static_cast<u8>(flags);
}

}  // namespace emulator::ptx
