// Words that every part of the interpreter uses: numbers, lanes, classes of registers, state spaces, types of PTX.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace emulator::ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;
__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

// A set of lanes is a mask of 32 bits.
constexpr u32 warp_size = 32;
constexpr u32 all_lanes = ~0u;

constexpr u32 bit_of(u32 lane) { return 1u << lane; }
constexpr u32 first_lane(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // some bodies have no vector form
#define EMULATOR_LANES_ARE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define EMULATOR_LANES_ARE_INDEPENDENT _Pragma("GCC ivdep")
#endif

// Calls body(lane) for the lanes of a mask, in order. Lanes must not depend on one another: the loop over a full warp is
// vectorised.
template <class Body>
[[gnu::always_inline]] inline void for_each_lane(u32 lanes, Body&& body) {
  if (lanes == all_lanes) {
    EMULATOR_LANES_ARE_INDEPENDENT
    for (u32 lane = 0; lane < warp_size; ++lane) body(lane);
  } else {
    for (u32 rest = lanes; rest; rest &= rest - 1) body(first_lane(rest));
  }
}

// The same for lanes that depend on one another: stores, atomics, what ends in a fault.
template <class Body>
[[gnu::always_inline]] inline void for_each_lane_in_order(u32 lanes, Body&& body) {
  for (u32 rest = lanes; rest; rest &= rest - 1) body(first_lane(rest));
}

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// A register holds the values of the 32 lanes side by side. A predicate is a mask of lanes.
enum class register_class : u8 { predicate, b16, b32, b64, b128 };
constexpr std::size_t register_class_count = 5;

constexpr std::size_t bytes_of(register_class which) {
  switch (which) {
    case register_class::predicate:
      return 4;
    case register_class::b16:
      return 2 * warp_size;
    case register_class::b32:
      return 4 * warp_size;
    case register_class::b64:
      return 8 * warp_size;
    case register_class::b128:
      return 16 * warp_size;
  }
  return 0;
}

enum class state_space : u8 {
  generic,
  global,
  shared,          // the window of the block
  shared_cluster,  // the window of the cluster: the rank of a block, plus 1, above the offset; 0 is the own block
  local,
  parameter,         // of a call
  kernel_parameter,  // of the launch
  constant
};

enum class value_kind : u8 { none, unsigned_integer, signed_integer, bits, floating, bfloat, predicate };

// A type as PTX spells it: .u32 is {unsigned_integer, 32, 1}, .bf16x2 is {bfloat, 16, 2}.
struct value_type {
  value_kind kind = value_kind::none;
  u8 bits = 0;
  u8 count = 1;

  bool operator==(value_type const&) const = default;
  explicit operator bool() const { return kind != value_kind::none; }
  bool is_floating() const { return kind == value_kind::floating || kind == value_kind::bfloat; }
  bool is_signed() const { return kind == value_kind::signed_integer; }
};

constexpr register_class class_of(value_type type) {
  if (type.kind == value_kind::predicate) return register_class::predicate;
  unsigned const bits = unsigned{type.bits} * type.count;
  if (bits <= 16) return register_class::b16;
  return bits == 32 ? register_class::b32 : bits == 64 ? register_class::b64 : register_class::b128;
}

}  // namespace emulator::ptx
