// Instructions between the lanes of a warp: shuffles, votes, matches, reductions, elections.
#include <cstring>

#include "decoder.h"
#include "float_functions.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

// Of every handler here: the mask of members is operand 5, a second result, where flags say so,
// operand 1.
enum result_flags : u8 { second_result = 1 };

enum class shuffle : u8 { up, down, butterfly, index };

// What a shuffle reads from a lane that takes no part: PTX leaves it undefined, so it is nothing to
// rely on.
constexpr u32 undefined_value = 0xbad5f1ed;

// Values of all lanes, apart from the register: PTX may name one register as operand and result,
// and lanes read one another's values while results are written.
template <class T>
struct lane_values {
  explicit lane_values(T const* from) { std::memcpy(of, from, sizeof of); }
  T of[warp_size];
};

// The lane that a lane reads, before it is known whether that is within its segment.
template <shuffle How>
i32 read_lane(i32 lane, i32 distance, i32 segments) {
  switch (How) {
    case shuffle::up:
      return lane - distance;
    case shuffle::down:
      return lane + distance;
    case shuffle::butterfly:
      return lane ^ distance;
    case shuffle::index:
      break;
  }
  return (lane & segments) | (distance & ~segments);
}

template <shuffle How>
step run_shuffle(context& c, micro_op const& op, u32 running) {
  u32 const lanes = converge(c, running, reg<u32>(c, op.operand[5]), false);
  if (!lanes) return step::regroup;
  u32* const result = reg<u32>(c, op.operand[0]);
  u32 const *const distance = reg<u32>(c, op.operand[3]), *const clamps = reg<u32>(
                                                              c, op.operand[4]);  // and segments, in bits 8 to 12
  lane_values<u32> const value(reg<u32>(c, op.operand[2]));
  u32 valid = 0;
  for_each_lane(lanes, [&](u32 lane) {
    i32 const at = i32(lane), segments = i32(clamps[lane] >> 8 & 31);
    i32 const last = (at & segments) | (i32(clamps[lane] & 31) & ~segments);
    i32 const from = read_lane<How>(at, i32(distance[lane] & 31), segments);
    bool const is_valid = How == shuffle::up ? from >= last : from <= last;
    u32 const source = is_valid ? u32(from) & 31 : lane;
    u32 const read = value.of[source];
    result[lane] = lanes >> source & 1 ? read : undefined_value;
    valid |= u32(is_valid) << lane;
  });
  if (op.flags & second_result) set_predicate(reg<u32>(c, op.operand[1]), lanes, valid);
  return converged(c);
}

bool are_equal(u32 lanes, u32 const* values) {
  u32 const first = values[first_lane(lanes)];
  u32 difference = 0;
  for_each_lane(lanes, [&](u32 lane) { difference |= values[lane] ^ first; });
  return difference == 0;
}

// Calls body(group, lanes of it that run) for each mask that lanes name; it is one mask nearly
// always.
template <class Body>
void for_each_group(u32 lanes, u32 const* members, Body&& body) {
  if (are_equal(lanes, members)) return body(members[first_lane(lanes)] & lanes, lanes);
  for_each_lane_in_order(lanes, [&](u32 lane) { body(members[lane] & lanes, bit_of(lane)); });
}

enum class vote : u16 { all, any, uniform, ballot };

step run_vote(context& c, micro_op const& op, u32 running) {
  u32 const* const members = reg<u32>(c, op.operand[5]);
  u32 const lanes = converge(c, running, members, false);
  if (!lanes) return step::regroup;
  u32 const votes = *reg<u32>(c, op.operand[2]);
  u32* const result = reg<u32>(c, op.operand[0]);
  for_each_group(lanes, members, [&](u32 group, u32 answered) {
    u32 const yes = votes & group;
    if (vote(op.variant) == vote::ballot) {
      for_each_lane(answered, [&](u32 lane) { result[lane] = yes; });
      return;
    }
    bool const holds = vote(op.variant) == vote::all   ? yes == group
                       : vote(op.variant) == vote::any ? yes != 0
                                                       : yes == 0 || yes == group;
    set_predicate(result, answered, holds ? all_lanes : 0);
  });
  return converged(c);
}

enum class match : u16 { any, all };

template <class T>
step run_match(context& c, micro_op const& op, u32 running) {
  u32 const* const members = reg<u32>(c, op.operand[5]);
  u32 const lanes = converge(c, running, members, false);
  if (!lanes) return step::regroup;
  lane_values<T> const values(reg<T>(c, op.operand[2]));
  u32* const result = reg<u32>(c, op.operand[0]);
  u32 all_match = 0;
  for_each_group(lanes, members, [&](u32 group, u32 answered) {
    // One value after the other: all lanes that have it.
    for (u32 rest = answered; rest;) {
      T const sought = values.of[first_lane(rest)];
      u32 equal = 0;
      for_each_lane(group, [&](u32 lane) { equal |= u32(values.of[lane] == sought) << lane; });
      u32 const answer = match(op.variant) == match::any || equal == group ? equal : 0;
      for_each_lane_in_order(equal & answered, [&](u32 lane) { result[lane] = answer; });
      if (equal == group) all_match |= answered;
      rest &= ~equal;
    }
  });
  if (op.flags & second_result) set_predicate(reg<u32>(c, op.operand[1]), lanes, all_match);
  return converged(c);
}

struct sum {
  u32 operator()(u32 a, u32 b) const { return a + b; }
};
struct conjunction {
  u32 operator()(u32 a, u32 b) const { return a & b; }
};
struct disjunction {
  u32 operator()(u32 a, u32 b) const { return a | b; }
};
struct exclusive_disjunction {
  u32 operator()(u32 a, u32 b) const { return a ^ b; }
};
struct minimum {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? a : b;
  }
};
struct maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

template <class T, class Function>
step run_reduction(context& c, micro_op const& op, u32 running) {
  u32 const* const members = reg<u32>(c, op.operand[5]);
  u32 const lanes = converge(c, running, members, false);
  if (!lanes) return step::regroup;
  lane_values<T> const values(reg<T>(c, op.operand[2]));
  T* const result = reg<T>(c, op.operand[0]);
  for_each_group(lanes, members, [&](u32 group, u32 answered) {
    T total = values.of[first_lane(group)];
    for_each_lane_in_order(group & (group - 1), [&](u32 lane) { total = Function{}(total, values.of[lane]); });
    for_each_lane(answered, [&](u32 lane) { result[lane] = total; });
  });
  return converged(c);
}

// The first lane of the mask is elected; the predicate is true in it alone.
step run_election(context& c, micro_op const& op, u32 running) {
  u32 const* const members = reg<u32>(c, op.operand[5]);
  u32 const lanes = converge(c, running, members, false);
  if (!lanes) return step::regroup;
  u32* const result = reg<u32>(c, op.operand[0]);
  for_each_group(lanes, members, [&](u32 group, u32 answered) {
    u32 const elected = first_lane(group);
    for_each_lane(answered, [&](u32 lane) { result[lane] = elected; });
    set_predicate(reg<u32>(c, op.operand[1]), answered, bit_of(elected));
  });
  return converged(c);
}

step answer_active_lanes(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = lanes; });
  return step::next;
}

// ---- decoding

// Those without .sync are gone since compute capability 7.0.
void need_sync(decoder const& d) {
  if (!d.has("sync")) throw unsupported{};
}

// Emits run with the mask of members in the last operand, and the second result where the text
// names one.
u32 emit_for_members(decoder& d, handler run) {
  value_source const members = d.build.value(d.operands.back(), register_class::b32);
  u32 const op = d.build.emit(run);
  d.build.use(op, 5, members);
  operand const& result = d.operands[0];
  if (result.has_second && !result.second_is_sink) {
    d.build.op(op).flags = second_result;
    d.build.define(op, 1, result.second);
  }
  return op;
}

bool decode_shuffle(decoder& d) {
  need_sync(d);
  d.need(5);
  value_source const value = d.build.value(d.operands[1], register_class::b32),
                     distance = d.build.value(d.operands[2], register_class::b32),
                     clamp = d.build.value(d.operands[3], register_class::b32);
  u32 const op = emit_for_members(d, d.has("up")     ? run_shuffle<shuffle::up>
                                     : d.has("down") ? run_shuffle<shuffle::down>
                                     : d.has("bfly") ? run_shuffle<shuffle::butterfly>
                                                     : run_shuffle<shuffle::index>);
  d.build.use(op, 2, value);
  d.build.use(op, 3, distance);
  d.build.use(op, 4, clamp);
  d.build.define(op, 0, d.build.result(d.operands[0], register_class::b32));
  return true;
}

bool decode_vote(decoder& d) {
  need_sync(d);
  d.need(3);
  value_source const votes = d.build.predicate(d.operands[1]);
  vote const which = d.has("all")   ? vote::all
                     : d.has("any") ? vote::any
                     : d.has("uni") ? vote::uniform
                                    : vote::ballot;
  u32 const op = emit_for_members(d, run_vote);
  d.build.op(op).variant = u16(which);
  d.build.use(op, 2, votes);
  d.build.define(
      op, 0,
      d.build.result(d.operands[0], which == vote::ballot ? register_class::b32 : register_class::predicate));
  return true;
}

bool decode_match(decoder& d) {
  need_sync(d);
  d.need(3);
  value_source const values = d.build.value(d.operands[1], d.type_class());
  u32 const op = emit_for_members(d, d.type.bits == 64 ? run_match<u64> : run_match<u32>);
  d.build.op(op).variant = u16(d.has("all") ? match::all : match::any);
  d.build.use(op, 2, values);
  d.build.define(op, 0, d.build.result(d.operands[0], register_class::b32));
  return true;
}

handler reduction_handler(decoder const& d) {
  if (d.type.is_floating()) throw unsupported{};
  bool const is_signed = d.type.is_signed();
  if (d.has("add")) return run_reduction<u32, sum>;
  if (d.has("and")) return run_reduction<u32, conjunction>;
  if (d.has("or")) return run_reduction<u32, disjunction>;
  if (d.has("xor")) return run_reduction<u32, exclusive_disjunction>;
  if (d.has("min")) return is_signed ? run_reduction<i32, minimum> : run_reduction<u32, minimum>;
  if (d.has("max")) return is_signed ? run_reduction<i32, maximum> : run_reduction<u32, maximum>;
  throw unsupported{};
}
bool decode_reduction(decoder& d) {
  need_sync(d);
  d.need(3);
  handler const run = reduction_handler(d);
  value_source const values = d.build.value(d.operands[1], register_class::b32);
  u32 const op = emit_for_members(d, run);
  d.build.use(op, 2, values);
  d.build.define(op, 0, d.build.result(d.operands[0], register_class::b32));
  return true;
}

bool decode_election(decoder& d) {
  need_sync(d);
  d.need(2);
  u32 const op = emit_for_members(d, run_election);
  if (!(d.build.op(op).flags & second_result)) d.build.define(op, 1, d.build.temporary(register_class::predicate));
  d.build.define(op, 0, d.build.result(d.operands[0], register_class::b32));
  return true;
}

bool decode_active_lanes(decoder& d) {
  d.need(1);
  u32 const result = d.build.result(d.operands[0], register_class::b32);
  u32 const op = d.build.emit(answer_active_lanes);
  d.build.define(op, 0, result);
  return true;
}

constexpr opcode opcodes[] = {
    {"shfl", decode_shuffle},    {"vote", decode_vote},      {"match", decode_match},
    {"redux", decode_reduction}, {"elect", decode_election}, {"activemask", decode_active_lanes},
};

}  // namespace

std::span<opcode const> warp_opcodes() { return opcodes; }

}  // namespace emulator::ptx
