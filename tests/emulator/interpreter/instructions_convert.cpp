// cvt: conversions between integers and floating point of all widths.
//
// A conversion is made of small steps, of which most need one: the source is widened to a type of
// at least 32 bits (or to its register), flushed, rounded to an integral value, clamped, and then
// converted with the instruction's rounding.
#include <limits>
#include <optional>
#include <type_traits>

#include "arithmetic_mode.h"
#include "float_functions.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

template <class T>
constexpr u32 width_of = 8 * sizeof(T);

struct copy {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};
// To the result's type by way of another: the lower byte of a word, or the sign of a byte.
template <class Result, class Through>
struct cast {
  template <class T>
  Result operator()(T a) const {
    return Result(Through(a));
  }
};
struct clamped {
  template <class T>
  T operator()(T a, T least, T greatest) const {
    return a < least ? least : a > greatest ? greatest : a;
  }
};
struct flushed_number {
  f32 operator()(f32 a) const { return flushed(a); }
};

struct to_nearest {
  template <class T>
  T operator()(T a) const {
    return std::nearbyint(a);
  }
};
struct truncation {
  template <class T>
  T operator()(T a) const {
    return std::trunc(a);
  }
};
struct floor_of {
  template <class T>
  T operator()(T a) const {
    return std::floor(a);
  }
};
struct ceiling {
  template <class T>
  T operator()(T a) const {
    return std::ceil(a);
  }
};

// Toward zero. What is out of range becomes the nearest integer; a NaN 0 or, with .f64, .s64 or
// .u64, the top bit alone.
template <class Integer>
struct to_integer {
  template <class Float>
  Integer operator()(Float x) const {
    using U = std::make_unsigned_t<Integer>;
    constexpr bool is_signed = std::is_signed_v<Integer>;
    constexpr U top_bit = U(U(1) << (width_of<Integer> - 1));
    constexpr Float beyond = Float(is_signed ? 1 : 2) * Float(top_bit);
    constexpr bool nan_is_zero = sizeof(Float) == 4 && sizeof(Integer) < 8;
    if (x != x) return nan_is_zero ? Integer(0) : Integer(top_bit);
    if (x >= beyond) return std::numeric_limits<Integer>::max();
    if (x <= (is_signed ? -beyond : Float(0))) return std::numeric_limits<Integer>::min();
    return Integer(x);
  }
};

// An integer as a double whose last bit is set where it is inexact, so that rounding it to a half
// is as rounding the integer.
template <class Integer>
double double_for_rounding(Integer x) {
  bool const is_negative = x < 0;
  u64 magnitude = is_negative ? 0 - u64(x) : u64(x);
  if (magnitude >> 53) magnitude = (magnitude & ~u64(0xfff)) | ((magnitude & 0xfff) != 0 ? u64(0x1000) : 0);
  return is_negative ? -double(magnitude) : double(magnitude);
}

// Numbers to halves and bfloats; variant: the rounding.
template <class Half, class Number>
step to_half(context& c, micro_op const& op, u32 lanes) {
  Half* const result = reg<Half>(c, op.operand[0]);
  Number const* const a = reg<Number>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    double exact;
    if constexpr (std::is_integral_v<Number>) {
      exact = double_for_rounding(a[lane]);
    } else {
      exact = a[lane];
    }
    result[lane] = Half::of(exact, rounding(op.variant));
  });
  return step::next;
}
template <class Half>
step from_half(context& c, micro_op const& op, u32 lanes) {
  f32* const result = reg<f32>(c, op.operand[0]);
  Half const* const a = reg<Half>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) { result[lane] = canonical(f32(a[lane].value())); });
  return step::next;
}

// Numbers to pairs. Operand 1 is the upper half, operand 2 the lower; flags: saturate.
template <float_format Format, class Result>
step to_pair(context& c, micro_op const& op, u32 lanes) {
  Result* const result = reg<Result>(c, op.operand[0]);
  f32 const *const upper = reg<f32>(c, op.operand[1]), *const lower = reg<f32>(c, op.operand[2]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    auto const bits = [&](f32 value) { return encoded<Format>(value, rounding(op.variant), op.flags != 0); };
    result[lane] = Result(bits(upper[lane]) << (width_of<Result> / 2) | bits(lower[lane]));
  });
  return step::next;
}
// A pair of halves as two numbers: operand 0 the upper, operand 1 the lower; operand 2 the pair.
template <float_format Format, class Pair>
step from_pair(context& c, micro_op const& op, u32 lanes) {
  f32 *const upper = reg<f32>(c, op.operand[0]), *const lower = reg<f32>(c, op.operand[1]);
  Pair const* const pair = reg<Pair>(c, op.operand[2]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u32 const bits = pair[lane];
    upper[lane] = f32(decoded<Format>(bits >> (width_of<Pair> / 2)));
    lower[lane] = f32(decoded<Format>(bits & ((1u << (width_of<Pair> / 2)) - 1)));
  });
  return step::next;
}

// Single precision with a fraction of 10 bits: the lower 13 bits are zero.
step to_tf32(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  f32 const* const a = reg<f32>(c, op.operand[1]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    bool const is_nan = a[lane] != a[lane];
    u32 const bits = encoded<tf32_format>(a[lane], rounding(op.variant), op.flags != 0);
    result[lane] = is_nan ? 0x7fffffff : bits << 13;
  });
  return step::next;
}

// ---- decoding

enum class small_pair : u8 { none, e4m3, e5m2 };
small_pair small_pair_of(std::string_view word) {
  return word == "e4m3x2" ? small_pair::e4m3 : word == "e5m2x2" ? small_pair::e5m2 : small_pair::none;
}

// A value on its way through the steps.
struct staged {
  value_source value;
  value_type type;
};

bool is_half(value_type type) { return type.is_floating() && type.bits == 16 && type.count == 1; }
constexpr value_type single{value_kind::floating, 32, 1};

class conversion {
 public:
  explicit conversion(decoder& of_instruction) : d(of_instruction) {}

  staged read(operand const& o, value_type type) { return {d.build.value(o, class_of(type), type.kind), type}; }
  staged apply(handler run, staged from, value_type to) {
    if (!run) throw unsupported{};
    u32 const result = d.build.temporary(class_of(to)), op = d.build.emit(run);
    d.build.use(op, 1, from.value);
    d.build.define(op, 0, result);
    return {value_source::of_register(result), to};
  }
  // The last step of all, into the instruction's result. Answers the micro-op.
  u32 finish(handler run, staged from, value_type to) {
    if (!run) throw unsupported{};
    u32 const result = d.destination(d.operands[0], class_of(to)), op = d.build.emit(run);
    d.build.use(op, 1, from.value);
    d.build.define(op, 0, result);
    return op;
  }

  // What the modifiers ask of a floating source, before its conversion.
  staged prepared(staged x) {
    if (d.has("ftz") && x.type.bits == 32) x = apply(unary<flushed_number, f32, f32>, x, x.type);
    if (d.has("rni")) x = apply(for_float(x.type, unary_of<to_nearest>), x, x.type);
    if (d.has("rzi")) x = apply(for_float(x.type, unary_of<truncation>), x, x.type);
    if (d.has("rmi")) x = apply(for_float(x.type, unary_of<floor_of>), x, x.type);
    if (d.has("rpi")) x = apply(for_float(x.type, unary_of<ceiling>), x, x.type);
    return x;
  }
  staged clamped_as_float(staged x) {
    if (d.has("sat")) x = apply(for_float(x.type, unary_of<clamped_to_unit>), x, x.type);
    if (d.has("relu")) x = apply(for_float(x.type, unary_of<clamped_to_positive>), x, x.type);
    return x;
  }

  decoder& d;
};

constexpr register_class narrowest_class = register_class::b16;

// ---- from integers

template <class Byte>
handler byte_handler(register_class to, register_class from) {
  if (from == narrowest_class) {
    return to == register_class::b16   ? unary<cast<u16, Byte>, u16, u16>
           : to == register_class::b32 ? unary<cast<u32, Byte>, u32, u16>
                                       : unary<cast<u64, Byte>, u64, u16>;
  }
  return from == register_class::b32 ? unary<cast<u16, Byte>, u16, u32> : unary<cast<u16, Byte>, u16, u64>;
}
handler copy_handler(register_class held) {
  return held == register_class::b16   ? unary<copy, u16, u16>
         : held == register_class::b32 ? unary<copy, u32, u32>
                                       : unary<copy, u64, u64>;
}
// Keeps the lower bits, or widens by the source's sign.
handler integer_handler(value_type to, value_type from) {
  register_class const result = class_of(to), source = class_of(from);
  if (to.bits == 8) return to.is_signed() ? byte_handler<i8>(result, source) : byte_handler<u8>(result, source);
  if (from.bits == 8)
    return from.is_signed() ? byte_handler<i8>(result, source) : byte_handler<u8>(result, source);
  return result == source ? copy_handler(result) : resize_handler(result, source, from.is_signed());
}

i128 least_of(value_type type) { return type.is_signed() ? -(i128{1} << (type.bits - 1)) : 0; }
i128 greatest_of(value_type type) { return (i128{1} << (type.is_signed() ? type.bits - 1 : type.bits)) - 1; }

// .sat between integers: the source is clamped, in its own type, to what the result can hold.
staged clamped_integer(conversion& steps, staged x, value_type to) {
  if (x.type.bits == 8) {
    value_type const wider{x.type.kind, 16, 1};
    x = steps.apply(integer_handler(wider, x.type), x, wider);
  }
  register_class const held = class_of(x.type);
  builder& build = steps.d.build;
  value_source const least = build.constant_value(held, u64(std::max(least_of(to), least_of(x.type))));
  value_source const greatest = build.constant_value(held, u64(std::min(greatest_of(to), greatest_of(x.type))));
  u32 const result = build.temporary(held), op = build.emit(for_integer(x.type, ternary_of<clamped>));
  build.use(op, 1, x.value);
  build.use(op, 2, least);
  build.use(op, 3, greatest);
  build.define(op, 0, result);
  return {value_source::of_register(result), x.type};
}

void from_integer_to_integer(conversion& steps, staged x, value_type to) {
  if (steps.d.has("sat")) x = clamped_integer(steps, x, to);
  steps.finish(integer_handler(to, x.type), x, to);
}

template <class Float>
handler integer_to_float(value_type from) {
  if (from.bits == 64)
    return from.is_signed() ? unary<cast<Float, i64>, Float, i64> : unary<cast<Float, u64>, Float, u64>;
  return from.is_signed() ? unary<cast<Float, i32>, Float, i32> : unary<cast<Float, u32>, Float, u32>;
}
template <class Half>
handler integer_to_half(value_type from) {
  return from.is_signed() ? to_half<Half, i64> : to_half<Half, u64>;
}

void from_integer_to_float(conversion& steps, staged x, value_type to) {
  if (steps.d.has("sat")) throw unsupported{};
  u8 const bits = is_half(to) ? 64 : x.type.bits < 32 ? 32 : x.type.bits;
  if (x.type.bits != bits) {
    value_type const wider{x.type.kind, bits, 1};
    x = steps.apply(integer_handler(wider, x.type), x, wider);
  }
  rounding const direction = rounding_of(steps.d);
  if (is_half(to)) {
    u32 const op = steps.finish(
        to.kind == value_kind::bfloat ? integer_to_half<bf16>(x.type) : integer_to_half<f16>(x.type), x, to);
    steps.d.build.op(op).variant = u16(direction);
    return;
  }
  u32 const op =
      steps.finish(to.bits == 32 ? integer_to_float<f32>(x.type) : integer_to_float<f64>(x.type), x, to);
  run_under(steps.d.build.op(op), {direction, false});
}

// ---- from floating point

template <class Float>
handler float_to_integer(value_type to) {
  bool const is_signed = to.is_signed();
  switch (to.bits) {
    case 8:
      return is_signed ? unary<to_integer<i8>, i16, Float> : unary<to_integer<u8>, u16, Float>;
    case 16:
      return is_signed ? unary<to_integer<i16>, i16, Float> : unary<to_integer<u16>, u16, Float>;
    case 32:
      return is_signed ? unary<to_integer<i32>, i32, Float> : unary<to_integer<u32>, u32, Float>;
    default:
      return is_signed ? unary<to_integer<i64>, i64, Float> : unary<to_integer<u64>, u64, Float>;
  }
}

void from_float_to_float(conversion& steps, staged x, value_type to) {
  rounding const direction = rounding_of(steps.d);
  x = steps.clamped_as_float(x);
  if (is_half(to)) {
    bool const is_bfloat = to.kind == value_kind::bfloat;
    handler const run = x.type.bits == 32 ? (is_bfloat ? to_half<bf16, f32> : to_half<f16, f32>)
                                          : (is_bfloat ? to_half<bf16, f64> : to_half<f16, f64>);
    u32 const op = steps.finish(run, x, to);
    steps.d.build.op(op).variant = u16(direction);
    return;
  }
  if (to.bits == x.type.bits) {
    steps.finish(copy_handler(class_of(to)), x, to);
    return;
  }
  if (to.bits == 64) {
    steps.finish(unary<cast<f64, f64>, f64, f32>, x, to);
    return;
  }
  u32 const op = steps.finish(unary<cast<f32, f64>, f32, f64>, x, to);
  run_under(steps.d.build.op(op), {direction, steps.d.has("ftz")});
}

void from_float(conversion& steps, staged x, value_type to) {
  if (is_half(x.type))
    x = steps.apply(x.type.kind == value_kind::bfloat ? from_half<bf16> : from_half<f16>, x, single);
  x = steps.prepared(x);
  if (to.is_floating()) return from_float_to_float(steps, x, to);
  steps.finish(x.type.bits == 32 ? float_to_integer<f32>(to) : float_to_integer<f64>(to), x, to);
}

// ---- pairs and tf32

// d = {upper, lower} in a format of 16 or 8 bits each.
void into_pair(conversion& steps, staged upper, staged lower, handler run, register_class held) {
  upper = steps.clamped_as_float(upper);
  lower = steps.clamped_as_float(lower);
  builder& build = steps.d.build;
  u32 const result = steps.d.destination(steps.d.operands[0], held), op = build.emit(run);
  build.op(op).variant = u16(rounding_of(steps.d));
  build.op(op).flags = steps.d.has("satfinite");
  build.use(op, 1, upper.value);
  build.use(op, 2, lower.value);
  build.define(op, 0, result);
}

struct two_values {
  staged upper, lower;
};
two_values separated(conversion& steps, operand const& o, handler run, register_class held) {
  builder& build = steps.d.build;
  value_source const pair = build.value(o, held);
  u32 const upper = build.temporary(register_class::b32), lower = build.temporary(register_class::b32);
  u32 const op = build.emit(run);
  build.use(op, 2, pair);
  build.define(op, 0, upper);
  build.define(op, 1, lower);
  return {{value_source::of_register(upper), single}, {value_source::of_register(lower), single}};
}

bool decode_pair(decoder& d, value_type to) {
  d.need(3);
  conversion steps(d);
  staged const upper = steps.prepared(steps.read(d.operands[1], single)),
               lower = steps.prepared(steps.read(d.operands[2], single));
  handler const run = to.kind == value_kind::bfloat ? to_pair<bfloat_format, u32> : to_pair<half_format, u32>;
  into_pair(steps, upper, lower, run, register_class::b32);
  return true;
}
// To and from e4m3x2 and e5m2x2.
bool decode_to_small_pair(decoder& d, small_pair to, value_type from) {
  conversion steps(d);
  two_values values;
  if (from == value_type{value_kind::floating, 16, 2}) {
    values = separated(steps, d.operands[1], from_pair<half_format, u32>, register_class::b32);
  } else if (from == single) {
    d.need(3);
    values = {steps.read(d.operands[1], single), steps.read(d.operands[2], single)};
  } else {
    throw unsupported{};
  }
  into_pair(steps, values.upper, values.lower,
            to == small_pair::e4m3 ? to_pair<e4m3_format, u16> : to_pair<e5m2_format, u16>, register_class::b16);
  return true;
}
bool decode_from_small_pair(decoder& d, value_type to, small_pair from) {
  if (to != value_type{value_kind::floating, 16, 2}) throw unsupported{};
  conversion steps(d);
  two_values const values = separated(
      steps, d.operands[1], from == small_pair::e4m3 ? from_pair<e4m3_format, u16> : from_pair<e5m2_format, u16>,
      register_class::b16);
  into_pair(steps, values.upper, values.lower, to_pair<half_format, u32>, register_class::b32);
  return true;
}
bool decode_to_tf32(decoder& d) {
  conversion steps(d);
  staged const x = steps.clamped_as_float(steps.read(d.operands[1], single));
  u32 const op = steps.finish(to_tf32, x, {value_kind::bits, 32, 1});
  d.build.op(op).variant = u16(rounding_of(d));
  d.build.op(op).flags = d.has("satfinite");
  return true;
}

bool decode_conversion(decoder& d) {
  d.need(2);
  if (d.words.size() < 3 || d.has("pack")) throw unsupported{};
  std::string_view const to_word = d.words[d.words.size() - 2], from_word = d.words.back();
  value_type const to = read_type(to_word), from = read_type(from_word);
  if (to_word == "tf32" && from == single) return decode_to_tf32(d);
  if (small_pair_of(to_word) != small_pair::none) return decode_to_small_pair(d, small_pair_of(to_word), from);
  if (small_pair_of(from_word) != small_pair::none) return decode_from_small_pair(d, to, small_pair_of(from_word));
  if (to.count == 2 && to.is_floating() && from == single) return decode_pair(d, to);
  if (!to || !from || to.count != 1 || from.count != 1) throw unsupported{};
  if (to.kind == value_kind::bits || from.kind == value_kind::bits || d.has("satfinite")) throw unsupported{};
  conversion steps(d);
  staged const x = steps.read(d.operands[1], from);
  if (from.is_floating()) {
    from_float(steps, x, to);
  } else if (to.is_floating()) {
    from_integer_to_float(steps, x, to);
  } else {
    from_integer_to_integer(steps, x, to);
  }
  d.widen_result(to.is_signed());
  return true;
}

constexpr opcode opcodes[] = {{"cvt", decode_conversion}};

}  // namespace

std::span<opcode const> conversion_opcodes() { return opcodes; }

handler resize_handler(register_class to, register_class from, bool is_signed) {
  if (from == register_class::b32 && to == register_class::b16) return unary<cast<u16, u16>, u16, u32>;
  if (from == register_class::b64 && to == register_class::b16) return unary<cast<u16, u16>, u16, u64>;
  if (from == register_class::b64 && to == register_class::b32) return unary<cast<u32, u32>, u32, u64>;
  if (from == register_class::b16 && to == register_class::b32) {
    return is_signed ? unary<cast<u32, i16>, u32, u16> : unary<cast<u32, u16>, u32, u16>;
  }
  if (from == register_class::b16 && to == register_class::b64) {
    return is_signed ? unary<cast<u64, i16>, u64, u16> : unary<cast<u64, u16>, u64, u16>;
  }
  if (from == register_class::b32 && to == register_class::b64) {
    return is_signed ? unary<cast<u64, i32>, u64, u32> : unary<cast<u64, u32>, u64, u32>;
  }
  throw unsupported{};
}

}  // namespace emulator::ptx
