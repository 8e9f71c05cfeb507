// Accesses to memory: where each lane's bytes lie, whether it may touch them, and what that costs.
#pragma once

#include "byte_marks.h"
#include "decoder.h"
#include "interpreter.h"
#include "warp.h"

namespace emulator::ptx {

enum class access_kind : u8 { load, store, atomic };

// What an instruction does to each lane's bytes.
struct memory_access {
  access_kind kind;
  u32 component_bytes, components;
  // Of a store: copies what a lane stores. Null: the bytes are not in registers.
  void (*stored_value)(context&, micro_op const&, u32 lane, char* bytes) = nullptr;
  bool exchanges = false;  // an atomic that does not look at what was there

  constexpr u32 bytes() const { return component_bytes * components; }
  constexpr bool reads() const { return kind != access_kind::store && !exchanges; }
  constexpr bool writes() const { return kind != access_kind::load; }
};

// Whether a part of a vector that nobody has written is the padding of a structure, which is copied with its members: so it is
// taken for where its line of 64 bytes has something written.
inline bool is_padding(memory_access const& access, byte_marks const& written, u64 offset) {
  constexpr u64 line = 64;
  return access.components > 1 && written.any_marked(offset / line * line, line);
}

// micro_op::flags of memory instructions.
enum memory_flags : u8 {
  address_is_32_bits = 1,
  no_result = 2,
  is_strong = 4,     // volatile, relaxed, acquire, release, atomic: ordered by themselves
  is_release = 8,    // also a fence before it
  is_of_device = 16  // the fence holds beyond the block
};

// The micro-op's operand that is the address.
constexpr int address_operand = 4;

// Host addresses of the lanes' accesses, checked, counted, and noted for the checks. Ends the kernel where one is wrong.
void resolve(context& c, micro_op const& op, u32 lanes, memory_access const& access, u64* addresses);

// What holds a generic address, as a lane sees it: shared, local, parameters, variables, allocations. No base: nothing does.
region find_generic(context const& c, u32 lane, u64 address);

// An address of the .shared or .shared::cluster window as a generic one; 0 where it lies in no block of the cluster.
u64 generic_of_shared(context const& c, u64 window_address);
// The reverse; addresses outside of the cluster's shared memory give what cannot be used.
u64 shared_of_generic(context const& c, u64 address);
// The window of a block of the cluster, by rank.
constexpr u64 shared_window_bytes = u64{1} << 24;
constexpr u64 shared_window(u32 rank) { return (u64{rank} + 1) * shared_window_bytes; }

// Decoding.
state_space space_of_words(decoder const& d);
// An operand [address] as the handlers want it.
address_place decode_place(decoder& d, operand const& o, state_space space);
// Emits a micro-op with an address.
u32 emit_access(decoder& d, handler run, address_place const& place);
// An operand [address] with its offset, as a value of 64 bits.
value_source emit_address(decoder& d, operand const& o, state_space space);
// The same micro-op with such a value as its address, in another space.
micro_op with_address(micro_op const& op, i32 address, state_space space);
// .volatile, .relaxed.gpu and the like, as memory_flags.
u8 ordering_flags(decoder const& d);

}  // namespace emulator::ptx
