// Arithmetic of integers: sums, products, quotients, extrema, carries, and sums of products of
// bytes.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "decoder.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

template <class T>
using as_unsigned = std::make_unsigned_t<T>;

template <class T>
struct twice_as_wide;
template <>
struct twice_as_wide<u16> : std::type_identity<u32> {};
template <>
struct twice_as_wide<i16> : std::type_identity<i32> {};
template <>
struct twice_as_wide<u32> : std::type_identity<u64> {};
template <>
struct twice_as_wide<i32> : std::type_identity<i64> {};
template <>
struct twice_as_wide<u64> : std::type_identity<u128> {};
template <>
struct twice_as_wide<i64> : std::type_identity<i128> {};
template <class T>
using wider = typename twice_as_wide<T>::type;

template <class T>
T saturated(i64 value) {
  return T(std::clamp<i64>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Sums and low products are computed without a sign, so that they wrap.
struct sum {
  template <class T>
  T operator()(T a, T b) const {
    return T(a + b);
  }
};
struct difference {
  template <class T>
  T operator()(T a, T b) const {
    return T(a - b);
  }
};
struct saturated_sum {
  template <class T>
  T operator()(T a, T b) const {
    return saturated<T>(i64{a} + i64{b});
  }
};
struct saturated_difference {
  template <class T>
  T operator()(T a, T b) const {
    return saturated<T>(i64{a} - i64{b});
  }
};
struct low_product {
  template <class T>
  T operator()(T a, T b) const {
    return T(u64{a} * u64{b});
  }
};
struct high_product {
  template <class T>
  T operator()(T a, T b) const {
    return T((wider<T>(a) * wider<T>(b)) >> (8 * sizeof(T)));
  }
};
struct wide_product {
  template <class T>
  wider<T> operator()(T a, T b) const {
    return wider<T>(wider<T>(a) * wider<T>(b));
  }
};
struct low_product_sum {
  template <class T>
  T operator()(T a, T b, T c) const {
    return T(u64{a} * u64{b} + u64{c});
  }
};
struct high_product_sum {
  template <class T>
  T operator()(T a, T b, T c) const {
    return T(as_unsigned<T>(high_product{}(a, b)) + as_unsigned<T>(c));
  }
};
struct saturated_high_product_sum {
  i32 operator()(i32 a, i32 b, i32 c) const { return saturated<i32>(i64{high_product{}(a, b)} + i64{c}); }
};
struct wide_product_sum {
  template <class T>
  wider<T> operator()(T a, T b, wider<T> c) const {
    using wide = as_unsigned<wider<T>>;
    return wider<T>(wide(wide_product{}(a, b)) + wide(c));
  }
};

// The device divides by zero without a fault: all bits are set. The least integer by -1 wraps.
struct quotient {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return T(-1);
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) return T(as_unsigned<T>(0) - as_unsigned<T>(a));
    }
    return T(a / b);
  }
};
struct remainder_of_quotient {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) return T(0);
    }
    return T(a % b);
  }
};

struct negation {
  template <class T>
  T operator()(T a) const {
    return T(T(0) - a);
  }
};
struct magnitude {
  template <class T>
  T operator()(T a) const {
    return a < 0 ? T(as_unsigned<T>(0) - as_unsigned<T>(a)) : a;
  }
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
struct clamp_to_positive {
  template <class T>
  T operator()(T a) const {
    return a < 0 ? T(0) : a;
  }
};
struct sum_of_distance {
  template <class T>
  T operator()(T a, T b, T c) const {
    using U = as_unsigned<T>;
    return T(U(c) + (a > b ? U(U(a) - U(b)) : U(U(b) - U(a))));
  }
};

// Of 32 bits, the lower 24.
template <class T>
i64 lower_24(T value) {
  return std::is_signed_v<T> ? i64(u64(i64{value}) << 40) >> 40 : i64(u64(value) & 0xffffff);
}
template <int Shift>
struct product_of_24 {
  template <class T>
  T operator()(T a, T b) const {
    return T((lower_24(a) * lower_24(b)) >> Shift);
  }
};
template <int Shift>
struct product_of_24_sum {
  template <class T>
  T operator()(T a, T b, T c) const {
    return T(u32(product_of_24<Shift>{}(a, b)) + u32(c));
  }
};

// dp4a and dp2a: c plus the products of four bytes, or of two halves of a with two bytes of b.
template <class A, class B>
struct product_of_bytes {
  u32 operator()(u32 a, u32 b, u32 c) const {
    for (u32 shift = 0; shift < 32; shift += 8) c += u32(i32{A(a >> shift)} * i32{B(b >> shift)});
    return c;
  }
};
template <class A, class B, u32 FirstShift>
struct product_of_halves {
  u32 operator()(u32 a, u32 b, u32 c) const {
    for (u32 k = 0; k < 2; ++k) c += u32(i32{A(a >> (16 * k))} * i32{B(b >> (FirstShift + 8 * k))});
    return c;
  }
};

// Two integers of 16 bits in a register: lane by lane they lie side by side.
template <class Function, class T>
step binary_of_pairs(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const *const a = reg<T>(c, op.operand[1]), *const b = reg<T>(c, op.operand[2]);
  for_each_lane(lanes, [&](u32 lane) {
    for (u32 k = 2 * lane; k < 2 * lane + 2; ++k) result[k] = Function{}(a[k], b[k]);
  });
  return step::next;
}
step clamp_pairs_to_positive(context& c, micro_op const& op, u32 lanes) {
  i16* const result = reg<i16>(c, op.operand[0]);
  i16 const* const a = reg<i16>(c, op.operand[1]);
  for_each_lane(lanes, [&](u32 lane) {
    for (u32 k = 2 * lane; k < 2 * lane + 2; ++k) result[k] = clamp_to_positive{}(a[k]);
  });
  return step::next;
}

enum carry_use : u16 { reads_carry = 1, writes_carry = 2, subtracts = 4 };

// Operand 4 is the flag. After a subtraction it is the carry of a + ~b + 1, thus set where nothing
// is borrowed, as the device has it: nvcc's division of 128 bits reads it by addc.
template <class T>
step add_with_carry(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const *const a = reg<T>(c, op.operand[1]), *const b = reg<T>(c, op.operand[2]);
  u32* const flag = reg<u32>(c, op.operand[4]);
  u32 const flags_before = *flag;
  bool const is_subtraction = op.variant & subtracts;
  u32 carries = 0;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u128 const carry = op.variant & reads_carry ? flags_before >> lane & 1 : u32{is_subtraction};
    u128 const total = u128{a[lane]} + (is_subtraction ? T(~b[lane]) : b[lane]) + carry;
    result[lane] = T(total);
    carries |= u32(total >> (8 * sizeof(T)) & 1) << lane;
  });
  if (op.variant & writes_carry) set_predicate(flag, lanes, carries);
  return step::next;
}

// ---- decoding

bool decode_carry(decoder& d, bool is_subtraction, bool reads, bool writes) {
  if (d.type.bits != 32 && d.type.bits != 64) throw unsupported{};
  register_class const held = d.type_class();
  u32 const flag = d.build.carry_register();
  u32 const op = d.plain(d.type.bits == 64 ? add_with_carry<u64> : add_with_carry<u32>, held, {held, held});
  d.build.op(op).variant =
      u16((reads ? reads_carry : 0) | (writes ? writes_carry : 0) | (is_subtraction ? subtracts : 0));
  d.build.use(op, 4, value_source::of_register(flag));
  if (writes) d.build.define(op, 4, flag);
  return true;
}

template <class Function>
bool decode_pairs(decoder& d) {
  bool const is_signed = d.has("s16x2");
  d.plain(is_signed ? binary_of_pairs<Function, i16> : binary_of_pairs<Function, u16>, register_class::b32,
          {register_class::b32, register_class::b32});
  return true;
}
bool has_pairs(decoder const& d) { return d.has("u16x2") || d.has("s16x2"); }

bool decode_two(decoder& d, handler run) {
  register_class const held = d.type_class();
  d.plain(run, held, {held, held});
  return true;
}
bool decode_three(decoder& d, handler run) {
  register_class const held = d.type_class();
  d.plain(run, held, {held, held, held});
  return true;
}

bool decode_sum(decoder& d) {
  if (has_pairs(d)) return d.has("sat") ? decode_pairs<saturated_sum>(d) : decode_pairs<sum>(d);
  if (d.type.is_floating()) return false;
  if (d.has("cc")) return decode_carry(d, false, false, true);
  if (!d.has("sat")) return decode_two(d, for_width(d.type, binary_of<sum>));
  if (d.type.bits != 32 || !d.type.is_signed()) throw unsupported{};
  return decode_two(d, binary<saturated_sum, i32, i32, i32>);
}
bool decode_difference(decoder& d) {
  if (has_pairs(d)) throw unsupported{};
  if (d.type.is_floating()) return false;
  if (d.has("cc")) return decode_carry(d, true, false, true);
  if (!d.has("sat")) return decode_two(d, for_width(d.type, binary_of<difference>));
  if (d.type.bits != 32 || !d.type.is_signed()) throw unsupported{};
  return decode_two(d, binary<saturated_difference, i32, i32, i32>);
}
bool decode_sum_with_carry(decoder& d) { return decode_carry(d, false, true, d.has("cc")); }
bool decode_difference_with_borrow(decoder& d) { return decode_carry(d, true, true, d.has("cc")); }

// mul.wide and mad.wide exist for 16 and 32 bits.
template <class Choose>
handler for_narrow_integer(value_type type, Choose choose) {
  if (type.bits == 16)
    return type.is_signed() ? choose.template operator()<i16>() : choose.template operator()<u16>();
  if (type.bits == 32)
    return type.is_signed() ? choose.template operator()<i32>() : choose.template operator()<u32>();
  return nullptr;
}
register_class class_of_wide(value_type type) {
  return type.bits == 16 ? register_class::b32 : register_class::b64;
}

bool decode_product(decoder& d) {
  if (d.type.is_floating()) return false;
  register_class const held = d.type_class();
  if (d.has("wide")) {
    handler const run =
        for_narrow_integer(d.type, []<class T> { return handler(binary<wide_product, wider<T>, T, T>); });
    d.plain(run, class_of_wide(d.type), {held, held}, d.widening());
    return true;
  }
  return decode_two(
      d, d.has("hi") ? for_integer(d.type, binary_of<high_product>) : for_width(d.type, binary_of<low_product>));
}

// mad.cc and madc: the product goes to a temporary, and is then added with the carry.
bool decode_product_sum_with_carry(decoder& d, bool reads_the_carry) {
  d.need(4);
  register_class const held = d.type_class();
  value_source const a = d.build.value(d.operands[1], held), b = d.build.value(d.operands[2], held);
  handler const run =
      d.has("hi") ? for_integer(d.type, binary_of<high_product>) : for_width(d.type, binary_of<low_product>);
  if (!run || d.has("wide")) throw unsupported{};
  u32 const product = d.build.temporary(held), op = d.build.emit(run);
  d.build.use(op, 1, a);
  d.build.use(op, 2, b);
  d.build.define(op, 0, product);
  d.operands[1] = operand::of_register(product);
  d.operands[2] = d.operands[3];
  d.operands.pop_back();
  return decode_carry(d, false, reads_the_carry, d.has("cc"));
}

bool decode_product_sum(decoder& d) {
  if (d.type.is_floating()) return false;
  if (d.has("cc")) return decode_product_sum_with_carry(d, false);
  register_class const held = d.type_class();
  if (d.has("wide")) {
    handler const run = for_narrow_integer(
        d.type, []<class T> { return handler(ternary<wide_product_sum, wider<T>, T, T, wider<T>>); });
    d.plain(run, class_of_wide(d.type), {held, held, class_of_wide(d.type)}, d.widening());
    return true;
  }
  if (!d.has("hi")) return decode_three(d, for_width(d.type, ternary_of<low_product_sum>));
  if (!d.has("sat")) return decode_three(d, for_integer(d.type, ternary_of<high_product_sum>));
  if (d.type.bits != 32 || !d.type.is_signed()) throw unsupported{};
  return decode_three(d, ternary<saturated_high_product_sum, i32, i32, i32, i32>);
}

bool decode_quotient(decoder& d) {
  if (d.type.is_floating()) return false;
  return decode_two(d, for_integer(d.type, binary_of<quotient>));
}
bool decode_remainder(decoder& d) { return decode_two(d, for_integer(d.type, binary_of<remainder_of_quotient>)); }

bool decode_magnitude(decoder& d) {
  if (d.type.is_floating()) return false;
  if (!d.type.is_signed()) throw unsupported{};
  d.plain(for_integer(d.type, unary_of<magnitude>), d.type_class(), {d.type_class()});
  return true;
}
bool decode_negation(decoder& d) {
  if (d.type.is_floating()) return false;
  d.plain(for_width(d.type, unary_of<negation>), d.type_class(), {d.type_class()});
  return true;
}

// .relu: a negative result becomes 0.
void clamp_result_to_positive(decoder& d, handler run) {
  u32 const op = d.build.emit(run), result = d.build.result(d.operands[0], register_class::b32);
  d.build.use(op, 1, value_source::of_register(result));
  d.build.define(op, 0, result);
}

template <class Function>
bool decode_extremum(decoder& d) {
  if (has_pairs(d)) {
    decode_pairs<Function>(d);
    if (d.has("relu")) clamp_result_to_positive(d, clamp_pairs_to_positive);
    return true;
  }
  if (d.type.is_floating()) return false;
  decode_two(d, for_integer(d.type, binary_of<Function>));
  if (d.has("relu")) clamp_result_to_positive(d, unary<clamp_to_positive, i32, i32>);
  return true;
}

bool decode_sum_of_distance(decoder& d) {
  return decode_three(d, for_integer(d.type, ternary_of<sum_of_distance>));
}

bool decode_product_of_24(decoder& d) {
  bool const is_signed = d.type.is_signed();
  if (d.has("hi")) {
    return decode_two(
        d, is_signed ? binary<product_of_24<16>, i32, i32, i32> : binary<product_of_24<16>, u32, u32, u32>);
  }
  return decode_two(d,
                    is_signed ? binary<product_of_24<0>, i32, i32, i32> : binary<product_of_24<0>, u32, u32, u32>);
}
bool decode_product_of_24_sum(decoder& d) {
  if (d.has("sat")) throw unsupported{};
  bool const is_signed = d.type.is_signed();
  if (d.has("hi")) {
    return decode_three(d, is_signed ? ternary<product_of_24_sum<16>, i32, i32, i32, i32>
                                     : ternary<product_of_24_sum<16>, u32, u32, u32, u32>);
  }
  return decode_three(d, is_signed ? ternary<product_of_24_sum<0>, i32, i32, i32, i32>
                                   : ternary<product_of_24_sum<0>, u32, u32, u32, u32>);
}

template <class Function>
constexpr handler of_words = ternary<Function, u32, u32, u32, u32>;

bool decode_product_of_bytes(decoder& d) {
  static constexpr handler handlers[2][2] = {
      {of_words<product_of_bytes<u8, u8>>, of_words<product_of_bytes<u8, i8>>},
      {of_words<product_of_bytes<i8, u8>>, of_words<product_of_bytes<i8, i8>>}};
  return decode_three(d, handlers[d.first_type.is_signed()][d.type.is_signed()]);
}
bool decode_product_of_halves(decoder& d) {
  static constexpr handler handlers[2][2][2] = {
      {{of_words<product_of_halves<u16, u8, 0>>, of_words<product_of_halves<u16, i8, 0>>},
       {of_words<product_of_halves<i16, u8, 0>>, of_words<product_of_halves<i16, i8, 0>>}},
      {{of_words<product_of_halves<u16, u8, 16>>, of_words<product_of_halves<u16, i8, 16>>},
       {of_words<product_of_halves<i16, u8, 16>>, of_words<product_of_halves<i16, i8, 16>>}}};
  return decode_three(d, handlers[d.has("hi")][d.first_type.is_signed()][d.type.is_signed()]);
}

constexpr opcode opcodes[] = {
    {"add", decode_sum},
    {"sub", decode_difference},
    {"addc", decode_sum_with_carry},
    {"subc", decode_difference_with_borrow},
    {"mul", decode_product},
    {"mad", decode_product_sum},
    {"madc", [](decoder& d) { return decode_product_sum_with_carry(d, true); }},
    {"div", decode_quotient},
    {"rem", decode_remainder},
    {"abs", decode_magnitude},
    {"neg", decode_negation},
    {"min", decode_extremum<minimum>},
    {"max", decode_extremum<maximum>},
    {"sad", decode_sum_of_distance},
    {"mul24", decode_product_of_24},
    {"mad24", decode_product_of_24_sum},
    {"dp4a", decode_product_of_bytes},
    {"dp2a", decode_product_of_halves},
};

}  // namespace

std::span<opcode const> integer_opcodes() { return opcodes; }

}  // namespace emulator::ptx
