// Arithmetic of single and double precision.
#include "arithmetic_mode.h"
#include "float_functions.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

struct quotient {
  template <class T>
  T operator()(T a, T b) const {
    return canonical(a / b);
  }
};
// div.approx multiplies by the reciprocal, which is flushed to zero for divisors above 2^126.
struct approximate_quotient {
  f32 operator()(f32 a, f32 b) const {
    bool const divisor_is_great = std::fabs(b) > 0x1p126f && !std::isinf(b);
    if (!divisor_is_great) return canonical(a / b);
    if (std::isinf(a)) return canonical(std::numeric_limits<f32>::quiet_NaN());
    return canonical(a * std::copysign(0.0f, b));
  }
};
struct product_sum {
  template <class T>
  T operator()(T a, T b, T c) const {
    return canonical(std::fma(a, b, c));
  }
};
struct absolute {
  template <class T>
  T operator()(T a) const {
    return std::fabs(a);
  }
};
struct opposite {
  template <class T>
  T operator()(T a) const {
    return -a;
  }
};
template <class Function>
struct then_flushed {
  template <class T>
  T operator()(T a) const {
    return flushed(Function{}(a));
  }
};
struct with_sign_of {
  template <class T>
  T operator()(T sign, T magnitude) const {
    return std::copysign(magnitude, sign);
  }
};
struct square_root {
  template <class T>
  T operator()(T a) const {
    return canonical(std::sqrt(a));
  }
};
struct reciprocal {
  template <class T>
  T operator()(T a) const {
    return canonical(T(1) / a);
  }
};
struct reciprocal_square_root {
  f32 operator()(f32 a) const { return canonical(f32(1.0 / std::sqrt(f64{a}))); }
};
struct sine {
  f32 operator()(f32 a) const { return canonical(f32(std::sin(f64{a}))); }
};
struct cosine {
  f32 operator()(f32 a) const { return canonical(f32(std::cos(f64{a}))); }
};
struct binary_logarithm {
  f32 operator()(f32 a) const { return canonical(f32(std::log2(f64{a}))); }
};

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and answer the upper half of a double alone.
f64 upper_half(f64 x) { return std::bit_cast<f64>(std::bit_cast<u64>(x) & 0xffffffff00000000); }
struct coarse_reciprocal {
  f64 operator()(f64 a) const { return upper_half(flushed(1.0 / flushed(upper_half(a)))); }
};
struct coarse_reciprocal_square_root {
  f64 operator()(f64 a) const { return upper_half(1.0 / std::sqrt(flushed(upper_half(a)))); }
};

enum class property : u16 { finite, infinite, number, not_a_number, normal, subnormal };

template <class T>
bool has_property(T x, property which) {
  switch (which) {
    case property::finite:
      return std::isfinite(x);
    case property::infinite:
      return std::isinf(x);
    case property::number:
      return !std::isnan(x);
    case property::not_a_number:
      return std::isnan(x);
    case property::normal:
      return std::isnormal(x);
    case property::subnormal:
      return std::fpclassify(x) == FP_SUBNORMAL;
  }
  return false;
}
template <class T>
step test_property(context& c, micro_op const& op, u32 lanes) {
  T const* const a = reg<T>(c, op.operand[1]);
  u32 set = 0;
  for_each_lane_in_order(lanes,
                         [&](u32 lane) { set |= u32(has_property(a[lane], property(op.variant))) << lane; });
  set_predicate(reg<u32>(c, op.operand[0]), lanes, set);
  return step::next;
}

// ---- decoding

bool is_mine(decoder const& d) {
  return d.type.kind == value_kind::floating && d.type.count == 1 && (d.type.bits == 32 || d.type.bits == 64);
}

// Emits d = run(a, ...) with the rounding, flushing and saturation that the instruction names.
bool decode_arithmetic(decoder& d, handler run, int arguments) {
  register_class const held = d.type_class();
  u32 const op = arguments == 1   ? d.plain(run, held, {held}, value_kind::floating)
                 : arguments == 2 ? d.plain(run, held, {held, held}, value_kind::floating)
                                  : d.plain(run, held, {held, held, held}, value_kind::floating);
  run_under(d.build.op(op), {rounding_of(d), d.has("ftz") && d.type.bits == 32});
  if (!d.has("sat")) return true;
  u32 const clamp = d.build.emit(for_float(d.type, unary_of<clamped_to_unit>));
  u32 const result = d.build.result(d.operands[0], held);
  d.build.use(clamp, 1, value_source::of_register(result));
  d.build.define(clamp, 0, result);
  return true;
}

template <class Function>
bool decode_unary(decoder& d) {
  return is_mine(d) && decode_arithmetic(d, for_float(d.type, unary_of<Function>), 1);
}
template <class Function>
bool decode_binary(decoder& d) {
  return is_mine(d) && decode_arithmetic(d, for_float(d.type, binary_of<Function>), 2);
}
template <class Function>
bool decode_ternary(decoder& d) {
  return is_mine(d) && decode_arithmetic(d, for_float(d.type, ternary_of<Function>), 3);
}

// Of single precision alone.
template <class Function>
bool decode_approximation(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.type.bits != 32) throw unsupported{};
  return decode_arithmetic(d, unary<Function, f32, f32>, 1);
}

bool decode_quotient(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.has("approx")) return decode_arithmetic(d, binary<approximate_quotient, f32, f32, f32>, 2);
  return decode_arithmetic(d, for_float(d.type, binary_of<quotient>), 2);
}

// The sign's instructions do not round, and keep a NaN's bits.
template <class Function>
bool decode_sign(decoder& d) {
  if (!is_mine(d)) return false;
  handler const run =
      d.has("ftz") ? for_float(d.type, unary_of<then_flushed<Function>>) : for_float(d.type, unary_of<Function>);
  d.plain(run, d.type_class(), {d.type_class()}, value_kind::floating);
  return true;
}

template <class Extremum>
handler extremum_handler(decoder const& d) {
  if (d.has("xorsign")) {
    if (d.type.bits != 32) throw unsupported{};
    return d.has("NaN") ? binary<with_flushing<with_joined_sign<or_nan<Extremum>>>, f32, f32, f32>
                        : binary<with_flushing<with_joined_sign<Extremum>>, f32, f32, f32>;
  }
  bool const flushes = d.has("ftz") && d.type.bits == 32;
  if (d.has("NaN")) {
    return flushes ? binary<with_flushing<or_nan<Extremum>>, f32, f32, f32>
                   : for_float(d.type, binary_of<or_nan<Extremum>>);
  }
  return flushes ? binary<with_flushing<Extremum>, f32, f32, f32> : for_float(d.type, binary_of<Extremum>);
}
template <class Extremum>
bool decode_extremum(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.operands.size() != 3) throw unsupported{};
  register_class const held = d.type_class();
  d.plain(extremum_handler<Extremum>(d), held, {held, held}, value_kind::floating);
  return true;
}

bool decode_reciprocal(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.type.bits == 64 && d.has("approx")) {
    d.plain(unary<coarse_reciprocal, f64, f64>, register_class::b64, {register_class::b64}, value_kind::floating);
    return true;
  }
  return decode_unary<reciprocal>(d);
}
bool decode_reciprocal_square_root(decoder& d) {
  if (!is_mine(d)) return false;
  if (d.type.bits == 32) return decode_approximation<reciprocal_square_root>(d);
  d.plain(unary<coarse_reciprocal_square_root, f64, f64>, register_class::b64, {register_class::b64},
          value_kind::floating);
  return true;
}

bool decode_sign_of(decoder& d) {
  d.plain(for_float(d.type, binary_of<with_sign_of>), d.type_class(), {d.type_class(), d.type_class()},
          value_kind::floating);
  return true;
}

bool decode_test(decoder& d) {
  d.need(2);
  property const which = d.has("finite")       ? property::finite
                         : d.has("infinite")   ? property::infinite
                         : d.has("number")     ? property::number
                         : d.has("notanumber") ? property::not_a_number
                         : d.has("normal")     ? property::normal
                                               : property::subnormal;
  value_source const tested = d.build.value(d.operands[1], d.type_class(), value_kind::floating);
  u32 const op = d.build.emit(d.type.bits == 32 ? test_property<f32> : test_property<f64>);
  d.build.op(op).variant = u16(which);
  d.build.use(op, 1, tested);
  d.build.define(op, 0, d.build.result(d.operands[0], register_class::predicate));
  return true;
}

constexpr opcode opcodes[] = {
    {"add", decode_binary<float_sum>},
    {"sub", decode_binary<float_difference>},
    {"mul", decode_binary<float_product>},
    {"fma", decode_ternary<product_sum>},
    {"mad", decode_ternary<product_sum>},
    {"div", decode_quotient},
    {"abs", decode_sign<absolute>},
    {"neg", decode_sign<opposite>},
    {"min", decode_extremum<float_minimum>},
    {"max", decode_extremum<float_maximum>},
    {"copysign", decode_sign_of},
    {"sqrt", decode_unary<square_root>},
    {"rcp", decode_reciprocal},
    {"rsqrt", decode_reciprocal_square_root},
    {"sin", decode_approximation<sine>},
    {"cos", decode_approximation<cosine>},
    {"lg2", decode_approximation<binary_logarithm>},
    {"ex2", decode_approximation<approximate_exponential>},
    {"tanh", decode_approximation<approximate_hyperbolic_tangent>},
    {"testp", decode_test},
};

}  // namespace

std::span<opcode const> float_opcodes() { return opcodes; }

}  // namespace emulator::ptx
