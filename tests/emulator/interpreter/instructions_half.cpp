// Arithmetic of .f16 and .bf16, and of pairs of them. It is done in double precision and rounded
// once.
#include "arithmetic_mode.h"
#include "float_functions.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

// micro_op::variant of the handlers below.
enum half_option : u16 { is_pair = 1, flushes = 2, clamps_to_unit = 4, clamps_to_positive = 8 };

// The sum of two doubles, with its last bit set where it is inexact: rounding it to fewer bits is
// as rounding the exact sum.
double sum_for_rounding(double a, double b) {
  double const total = a + b;
  if (!std::isfinite(total)) return total;
  double const b_part = total - a;
  double const rest = (a - (total - b_part)) + (b - b_part);
  u64 const bits = std::bit_cast<u64>(total);
  if (rest == 0 || (bits & 1)) return total;
  bool const is_above = (rest < 0) == (total > 0);  // the magnitude of total is above that of the exact sum
  return std::bit_cast<double>(is_above ? bits - 1 : bits + 1);
}

struct sum {
  double operator()(double a, double b) const { return sum_for_rounding(a, b); }
};
struct difference {
  double operator()(double a, double b) const { return sum_for_rounding(a, -b); }
};
// A product of two halves is exact in double.
struct product {
  double operator()(double a, double b) const { return a * b; }
};
struct product_sum {
  double operator()(double a, double b, double c) const { return sum_for_rounding(a * b, c); }
};

template <class Half>
Half flushed_half(Half x) {
  constexpr u16 exponent = std::is_same_v<Half, f16> ? u16(half_format.infinity()) : u16(bfloat_format.infinity());
  return x.bits & exponent ? x : Half{u16(x.bits & 0x8000)};
}

// The operands of one number: from registers to Function to the result.
template <class Function, class Half, int Arguments>
Half computed(Half const* const (&sources)[3], u32 k, u16 options) {
  double values[Arguments];
  for (int i = 0; i < Arguments; ++i) {
    values[i] = (options & flushes ? flushed_half(sources[i][k]) : sources[i][k]).value();
  }
  double result;
  if constexpr (Arguments == 1) result = Function{}(values[0]);
  if constexpr (Arguments == 2) result = Function{}(values[0], values[1]);
  if constexpr (Arguments == 3) result = Function{}(values[0], values[1], values[2]);
  if (options & clamps_to_unit) result = clamped_to_unit{}(result);
  if (options & clamps_to_positive) result = clamped_to_positive{}(result);
  Half const rounded = Half::of(result);
  return options & flushes ? flushed_half(rounded) : rounded;
}

template <class Function, class Half, int Arguments>
step compute(context& c, micro_op const& op, u32 lanes) {
  u32 const count = op.variant & is_pair ? 2 : 1;
  Half* const result = reg<Half>(c, op.operand[0]);
  Half const* sources[3] = {};
  for (int i = 0; i < Arguments; ++i) sources[i] = reg<Half>(c, op.operand[i + 1]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    for (u32 k = count * lane; k < count * (lane + 1); ++k) {
      result[k] = computed<Function, Half, Arguments>(sources, k, op.variant);
    }
  });
  return step::next;
}

// abs and neg change the sign's bit and keep a NaN's others.
template <u16 Kept, u16 Flipped>
step change_sign(context& c, micro_op const& op, u32 lanes) {
  u32 const count = op.variant & is_pair ? 2 : 1;
  u16* const result = reg<u16>(c, op.operand[0]);
  u16 const* const a = reg<u16>(c, op.operand[1]);
  for_each_lane(lanes, [&](u32 lane) {
    for (u32 k = count * lane; k < count * (lane + 1); ++k) result[k] = u16((a[k] & Kept) ^ Flipped);
  });
  return step::next;
}
template <class Half>
step flush(context& c, micro_op const& op, u32 lanes) {
  u32 const count = op.variant & is_pair ? 2 : 1;
  Half* const values = reg<Half>(c, op.operand[0]);
  for_each_lane(lanes, [&](u32 lane) {
    for (u32 k = count * lane; k < count * (lane + 1); ++k) values[k] = flushed_half(values[k]);
  });
  return step::next;
}

// ---- decoding

bool is_mine(decoder const& d) { return d.type.is_floating() && d.type.bits == 16; }

u16 options_of(decoder const& d) {
  return u16((d.type.count == 2 ? is_pair : 0) | (d.has("ftz") ? flushes : 0) |
             (d.has("sat") ? clamps_to_unit : 0) | (d.has("relu") ? clamps_to_positive : 0));
}

template <class Function, int Arguments>
bool decode_function(decoder& d) {
  if (!is_mine(d)) return false;
  if (rounding_of(d) != rounding::nearest_even || d.operands.size() != Arguments + 1) throw unsupported{};
  handler const run =
      d.type.kind == value_kind::bfloat ? compute<Function, bf16, Arguments> : compute<Function, f16, Arguments>;
  register_class const held = d.type_class();
  u32 const op = Arguments == 1   ? d.plain(run, held, {held}, value_kind::floating)
                 : Arguments == 2 ? d.plain(run, held, {held, held}, value_kind::floating)
                                  : d.plain(run, held, {held, held, held}, value_kind::floating);
  d.build.op(op).variant = options_of(d);
  return true;
}

template <class Extremum>
bool decode_extremum(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.has("xorsign")) {
    return d.has("NaN") ? decode_function<with_joined_sign<or_nan<Extremum>>, 2>(d)
                        : decode_function<with_joined_sign<Extremum>, 2>(d);
  }
  return d.has("NaN") ? decode_function<or_nan<Extremum>, 2>(d) : decode_function<Extremum, 2>(d);
}

template <u16 Kept, u16 Flipped>
bool decode_sign(decoder& d) {
  if (!is_mine(d)) return false;
  register_class const held = d.type_class();
  u32 const op = d.plain(change_sign<Kept, Flipped>, held, {held});
  d.build.op(op).variant = options_of(d);
  if (!d.has("ftz")) return true;
  u32 const result = d.build.result(d.operands[0], held);
  u32 const flushing = d.build.emit(d.type.kind == value_kind::bfloat ? flush<bf16> : flush<f16>);
  d.build.op(flushing).variant = options_of(d);
  d.build.use(flushing, 0, value_source::of_register(result));
  d.build.define(flushing, 0, result);
  return true;
}

constexpr opcode opcodes[] = {
    {"add", decode_function<sum, 2>},
    {"sub", decode_function<difference, 2>},
    {"mul", decode_function<product, 2>},
    {"fma", decode_function<product_sum, 3>},
    {"min", decode_extremum<float_minimum>},
    {"max", decode_extremum<float_maximum>},
    {"abs", decode_sign<0x7fff, 0>},
    {"neg", decode_sign<0xffff, 0x8000>},
    {"ex2", decode_function<approximate_exponential, 1>},
    {"tanh", decode_function<approximate_hyperbolic_tangent, 1>},
};

}  // namespace

std::span<opcode const> half_opcodes() { return opcodes; }

}  // namespace emulator::ptx
