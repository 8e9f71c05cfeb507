#include "message_barrier.h"

#include <cstring>

#include "checks.h"
#include "launch_state.h"

namespace emulator::ptx {
namespace {

// The object, as it lies in memory.
struct fields {
  u64 pending : 20;   // arrivals that are missing in this phase
  u64 expected : 20;  // arrivals of a phase
  u64 bytes : 23;     // of copies that are under way, plus bytes_bias: completion may come before the expectation
  u64 phase : 1;
};
static_assert(sizeof(fields) == 8);
constexpr u32 bytes_bias = 1u << 22;

fields read(char const* at) {
  fields f;
  std::memcpy(&f, at, sizeof f);
  return f;
}
void write(char* at, fields f) { std::memcpy(at, &f, sizeof f); }

constexpr u64 mask_of(unsigned bits) { return (u64{1} << bits) - 1; }

}  // namespace

void message_barrier::begin(u32 expected_arrivals) {
  write(at, {expected_arrivals & mask_of(20), expected_arrivals & mask_of(20), bytes_bias, 0});
}

u64 message_barrier::state() const {
  u64 bits;
  std::memcpy(&bits, at, sizeof bits);
  return bits;
}

void message_barrier::end_phase_if_complete() {
  fields f = read(at);
  if (f.pending != 0 || f.bytes != bytes_bias) return;
  f.pending = f.expected;
  f.phase ^= 1;
  write(at, f);
}

void message_barrier::arrive(u32 arrivals, bool also_leaves) {
  fields f = read(at);
  f.pending = (f.pending - arrivals) & mask_of(20);
  if (also_leaves) f.expected = (f.expected - arrivals) & mask_of(20);
  write(at, f);
  end_phase_if_complete();
}

void message_barrier::expect_bytes(u32 bytes) {
  fields f = read(at);
  f.bytes = (f.bytes + bytes) & mask_of(23);
  write(at, f);
}

void message_barrier::complete_bytes(u32 bytes) {
  fields f = read(at);
  f.bytes = (f.bytes - bytes) & mask_of(23);
  write(at, f);
  end_phase_if_complete();
}

bool message_barrier::has_ended(u64 phase_of_state) const {
  return read(at).phase != read(reinterpret_cast<char const*>(&phase_of_state)).phase;
}
bool message_barrier::has_parity_ended(u32 parity) const { return read(at).phase != (parity & 1); }
u32 message_barrier::pending_arrivals(u64 state) {
  return static_cast<u32>(read(reinterpret_cast<char const*>(&state)).pending);
}

namespace {

enum class arrival : u16 { plain = 0, expects_bytes = 1, leaves = 2 };
enum wait_flags : u8 { by_parity = 32, may_sleep = 64 };

// Calls visit(lane, barrier) with the object of each lane.
template <class Visit>
void each_barrier(context& c, micro_op const& op, u32 lanes, memory_access const& access, Visit&& visit) {
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  for_each_lane_in_order(
      lanes, [&](u32 lane) { visit(lane, message_barrier(reinterpret_cast<char*>(addresses[lane]))); });
}

// Operand 1: the arrivals of a phase.
step run_init(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::atomic, 8, 1, nullptr, true};
  u32 const* const count = reg<u32>(c, op.operand[1]);
  each_barrier(c, op, lanes, access, [&](u32 lane, message_barrier b) { b.begin(count[lane]); });
  return step::next;
}

// Operands: 0 the state before; 1 how many arrivals, or how many bytes are expected.
step run_arrive(context& c, micro_op const& op, u32 lanes) {
  u64* const result = op.flags & no_result ? nullptr : reg<u64>(c, op.operand[0]);
  u32 const* const amount = reg<u32>(c, op.operand[1]);
  bool const expects = op.variant & static_cast<u16>(arrival::expects_bytes);
  bool const leaves = op.variant & static_cast<u16>(arrival::leaves);
  each_barrier(c, op, lanes, message_barrier_access, [&](u32 lane, message_barrier b) {
    u64 const before = b.state();
    if (expects) b.expect_bytes(amount[lane]);
    b.arrive(expects ? 1 : amount[lane], leaves);
    if (result) result[lane] = before;
  });
  return step::next;
}

step run_expect_bytes(context& c, micro_op const& op, u32 lanes) {
  u32 const* const bytes = reg<u32>(c, op.operand[1]);
  each_barrier(c, op, lanes, message_barrier_access,
               [&](u32 lane, message_barrier b) { b.expect_bytes(bytes[lane]); });
  return step::next;
}

step run_complete_bytes(context& c, micro_op const& op, u32 lanes) {
  u32 const* const bytes = reg<u32>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) { complete_bytes(c, op, lane, bytes[lane]); });
  return step::next;
}

// Operands: 0 whether the phase has ended; 1 its state or parity.
step run_wait(context& c, micro_op const& op, u32 lanes) {
  u32 ended = 0;
  each_barrier(c, op, lanes, message_barrier_access, [&](u32 lane, message_barrier b) {
    bool const has_ended = op.flags & by_parity ? b.has_parity_ended(reg<u32>(c, op.operand[1])[lane])
                                                : b.has_ended(reg<u64>(c, op.operand[1])[lane]);
    if (has_ended) ended |= bit_of(lane);
  });
  set_predicate(reg<u32>(c, op.operand[0]), lanes, ended);
  if (ended == lanes || !(op.flags & may_sleep)) return step::next;
  c.running_warp->steps_beside_others += 2000;
  c.group().pc = c.pc + 1;
  return step::yield;
}

step run_pending_count(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  u64 const* const state = reg<u64>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) { result[lane] = message_barrier::pending_arrivals(state[lane]); });
  return step::next;
}

u32 emit_on_object(decoder& d, handler run, std::size_t address_at) {
  d.need(address_at + 1);
  u32 const index = emit_access(d, run, decode_place(d, d.operands[address_at], space_of_words(d)));
  // The object orders threads that share it, not what blocks do to global memory.
  micro_op& op = d.build.op(index);
  op.flags = static_cast<u8>((op.flags & address_is_32_bits) | is_strong | is_release);
  return index;
}

bool decode_with_amount(decoder& d, handler run) {
  d.need(2);
  value_source const amount = d.build.value(d.operands[1], register_class::b32);
  d.build.use(emit_on_object(d, run, 0), 1, amount);
  return true;
}

// mbarrier.arrive{.expect_tx} {state,} [object] {, amount}
bool decode_arrive(decoder& d, bool leaves) {
  bool const has_state = d.operands.at(0).kind != operand_kind::address;
  std::size_t const address_at = has_state ? 1 : 0;
  bool const expects = d.has("expect_tx");
  bool const has_amount = d.operands.size() > address_at + 1;
  value_source const amount = has_amount ? d.build.value(d.operands[address_at + 1], register_class::b32)
                                         : d.build.constant_value(register_class::b32, 1);
  u32 const index = emit_on_object(d, run_arrive, address_at);
  d.build.use(index, 1, amount);
  d.build.op(index).variant = static_cast<u16>((expects ? static_cast<u16>(arrival::expects_bytes) : 0) |
                                               (leaves ? static_cast<u16>(arrival::leaves) : 0));
  if (!has_state || d.operands[0].kind == operand_kind::sink) d.build.op(index).flags |= no_result;
  else d.build.define(index, 0, d.build.result(d.operands[0], register_class::b64));
  return true;
}

// mbarrier.try_wait{.parity} ended, [object], state or parity {, how long}
bool decode_wait(decoder& d) {
  d.need(3);
  bool const parity = d.has("parity");
  value_source const phase = d.build.value(d.operands[2], parity ? register_class::b32 : register_class::b64);
  u32 const index = emit_on_object(d, run_wait, 1);
  d.build.op(index).flags |= static_cast<u8>((parity ? by_parity : 0) | (d.has("try_wait") ? may_sleep : 0));
  d.build.use(index, 1, phase);
  u32 const ended = d.build.result(d.operands[0], register_class::predicate);
  d.build.define(index, 0, ended);
  d.build.use(index, 0, value_source::of_register(ended));
  return true;
}

bool decode_message_barrier(decoder& d) {
  if (d.words.size() < 2) return false;
  std::string_view const what = d.words[1];
  if (what == "init") return decode_with_amount(d, run_init);
  if (what == "expect_tx") return decode_with_amount(d, run_expect_bytes);
  if (what == "complete_tx") return decode_with_amount(d, run_complete_bytes);
  if (what == "arrive" || what == "arrive_drop") return decode_arrive(d, what == "arrive_drop");
  if (what == "test_wait" || what == "try_wait") return decode_wait(d);
  if (what == "pending_count") {
    d.plain(run_pending_count, register_class::b32, {register_class::b64});
    return true;
  }
  if (what != "inval") return false;
  d.build.emit([](context&, micro_op const&, u32) { return step::next; });
  return true;
}

}  // namespace

void complete_bytes(context& c, micro_op const& op, u32 lane, u32 bytes) {
  each_barrier(c, op, bit_of(lane), message_barrier_access,
               [&](u32, message_barrier b) { b.complete_bytes(bytes); });
}

std::span<opcode const> message_barrier_opcodes() {
  static constexpr opcode table[] = {{"mbarrier", decode_message_barrier}};
  return table;
}

}  // namespace emulator::ptx
