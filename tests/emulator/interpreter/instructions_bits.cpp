// Instructions on the bits of a word: logic, shifts, counts, fields, permutations of bytes.
#include <algorithm>
#include <type_traits>

#include "decoder.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

template <class T>
constexpr u32 width_of = 8 * sizeof(T);

struct conjunction {
  template <class T>
  T operator()(T a, T b) const {
    return T(a & b);
  }
};
struct disjunction {
  template <class T>
  T operator()(T a, T b) const {
    return T(a | b);
  }
};
struct exclusive_disjunction {
  template <class T>
  T operator()(T a, T b) const {
    return T(a ^ b);
  }
};
struct complement {
  template <class T>
  T operator()(T a) const {
    return T(~a);
  }
};
struct is_zero {
  template <class T>
  T operator()(T a) const {
    return T(a == 0);
  }
};

// Distances past the width are clamped to it.
struct left_shift {
  template <class T>
  T operator()(T a, u32 distance) const {
    return distance >= width_of<T> ? T(0) : T(u64{a} << (distance & 63));
  }
};
struct right_shift {
  template <class T>
  T operator()(T a, u32 distance) const {
    constexpr u32 greatest = width_of<T> - 1;
    if constexpr (std::is_signed_v<T>) return T(a >> std::min(distance, greatest));
    return distance > greatest ? T(0) : T(a >> (distance & greatest));
  }
};

// shf: 32 bits out of the 64 bits high:low.
template <bool Left, bool Clamps>
struct funnel_shift {
  u32 operator()(u32 low, u32 high, u32 distance) const {
    u32 const moved = Clamps ? std::min(distance, 32u) : distance & 31;
    u64 const both = u64{high} << 32 | low;
    return Left ? u32((both << moved) >> 32) : u32(both >> moved);
  }
};

struct population_count {
  template <class T>
  u32 operator()(T a) const {
    return u32(std::popcount(a));
  }
};
struct leading_zeros {
  template <class T>
  u32 operator()(T a) const {
    return u32(std::countl_zero(a));
  }
};
struct reversal {
  template <class T>
  T operator()(T a) const {
    u64 x = a;
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return T(__builtin_bswap64(x) >> (64 - width_of<T>));
  }
};

// bfind: the place of the highest bit that differs from the sign, or with AsShift the distance from
// it to the top.
template <bool AsShift>
struct highest_bit {
  template <class T>
  u32 operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    U const x = a < 0 ? U(~a) : U(a);
    u32 const zeros = u32(std::countl_zero(x));
    if (x == 0) return ~0u;
    return AsShift ? zeros : width_of<T> - 1 - zeros;
  }
};

// fns: the place of the n-th set bit of a mask from a base on: upward where n > 0, downward where n
// < 0.
struct nth_set_bit {
  u32 operator()(u32 mask, u32 base, i32 n) const {
    if (base > 31) return ~0u;
    if (n == 0) return mask >> base & 1 ? base : ~0u;
    int const step_size = n > 0 ? 1 : -1;
    u32 left = n > 0 ? u32(n) : 0 - u32(n);
    for (int place = int(base); place >= 0 && place < 32; place += step_size) {
      if (mask >> place & 1 && --left == 0) return u32(place);
    }
    return ~0u;
  }
};

// bfe: a field of `length` bits from `position` on. Bits past the top are the field's sign, where
// the type has one.
struct extracted_field {
  template <class T>
  T operator()(T a, u32 position, u32 length) const {
    using U = std::make_unsigned_t<T>;
    constexpr u32 top = width_of<T> - 1;
    position &= 0xff;
    length &= 0xff;
    if (length == 0) return 0;
    bool const is_negative = std::is_signed_v<T> && (U(a) >> std::min(position + length - 1, top) & 1);
    u32 const available = position > top ? 0 : std::min(length, top + 1 - position);
    U const mask = available > top ? U(~U(0)) : U((U(1) << available) - 1);
    U const field = position > top ? U(0) : U(U(a) >> position & mask);
    return T(is_negative ? U(field | U(~mask)) : field);
  }
};

// bfi: operands a (the field), b (what it is put into), position, length.
template <class T>
step insert_field(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const *const field = reg<T>(c, op.operand[1]), *const into = reg<T>(c, op.operand[2]);
  u32 const *const positions = reg<u32>(c, op.operand[3]), *const lengths = reg<u32>(c, op.operand[4]);
  for_each_lane(lanes, [&](u32 lane) {
    u32 const position = positions[lane] & 0xff, length = lengths[lane] & 0xff;
    T const mask = length >= width_of<T> ? T(~T(0)) : T((T(1) << (length & (width_of<T> - 1))) - 1);
    T const shift = T(position & (width_of<T> - 1));
    T const inserted = T((into[lane] & T(~T(mask << shift))) | T((field[lane] & mask) << shift));
    result[lane] = position >= width_of<T> ? into[lane] : inserted;
  });
  return step::next;
}

// bmsk: `length` ones from `position` on.
template <bool Clamps>
struct mask_of_bits {
  u32 operator()(u32 position, u32 length) const {
    if (Clamps && position >= 32) return 0;
    u32 const first = position & 31, end = first + (Clamps ? std::min(length, 32u) : length & 31);
    return (~0u << first) & ~(end >= 32 ? 0 : ~0u << end);
  }
};

// szext: the lower bits, widened by zeros or by their sign.
template <bool Clamps>
struct widened_bits {
  template <class T>
  T operator()(T a, u32 length) const {
    u32 const count = Clamps ? std::min(length, 32u) : length & 31;
    if (count == 0) return 0;
    u32 const top = u32(a) << (32 - count);
    return std::is_signed_v<T> ? T(i32(top) >> (32 - count)) : T(top >> (32 - count));
  }
};

// Byte number k of the eight of high:low.
u32 byte_of(u64 bytes, u32 k) { return u32(bytes >> (8 * (k & 7)) & 0xff); }
u32 joined_bytes(u64 bytes, u32 k3, u32 k2, u32 k1, u32 k0) {
  return byte_of(bytes, k3) << 24 | byte_of(bytes, k2) << 16 | byte_of(bytes, k1) << 8 | byte_of(bytes, k0);
}

// prmt: each nibble of the selector names a byte, or with its top bit the sign of that byte eight
// times.
struct permuted_bytes {
  u32 operator()(u32 low, u32 high, u32 selector) const {
    u64 const bytes = u64{high} << 32 | low;
    u32 result = 0;
    for (u32 shift = 0; shift < 32; shift += 8) {
      u32 const select = selector >> (shift / 2) & 0xf;
      u32 const chosen = byte_of(bytes, select);
      u32 const sign = chosen & 0x80 ? 0xff : 0;
      result |= (select & 8 ? sign : chosen) << shift;
    }
    return result;
  }
};
// The modes of prmt, by the lower two bits of the selector.
struct forward_extract {
  u32 operator()(u32 low, u32 high, u32 n) const {
    n &= 3;
    return joined_bytes(u64{high} << 32 | low, n + 3, n + 2, n + 1, n);
  }
};
struct backward_extract {
  u32 operator()(u32 low, u32 high, u32 n) const {
    n &= 3;
    return joined_bytes(u64{high} << 32 | low, n + 5, n + 6, n + 7, n);
  }
};
struct replicate_8 {
  u32 operator()(u32 low, u32, u32 n) const { return byte_of(low, n & 3) * 0x01010101u; }
};
struct replicate_16 {
  u32 operator()(u32 low, u32, u32 n) const { return (n & 1 ? low >> 16 : low & 0xffff) * 0x00010001u; }
};
struct edge_clamp_left {
  u32 operator()(u32 low, u32, u32 n) const {
    n &= 3;
    return joined_bytes(low, 3, std::max(2u, n), std::max(1u, n), n);
  }
};
struct edge_clamp_right {
  u32 operator()(u32 low, u32, u32 n) const {
    n &= 3;
    return joined_bytes(low, n, std::min(2u, n), std::min(1u, n), 0);
  }
};

// lop3: bit i of the table in `immediate` is the answer for the bits a, b, c of i.
step look_up_bits(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  u32 const *const first = reg<u32>(c, op.operand[1]), *const second = reg<u32>(c, op.operand[2]),
                   *const third = reg<u32>(c, op.operand[3]);
  u32 terms[8];
  for (u32 i = 0; i < 8; ++i) terms[i] = op.immediate >> i & 1 ? ~0u : 0;
  for_each_lane(lanes, [&](u32 lane) {
    u32 const x = first[lane], y = second[lane], z = third[lane];
    u32 const without_x = (terms[0] & ~y & ~z) | (terms[1] & ~y & z) | (terms[2] & y & ~z) | (terms[3] & y & z);
    u32 const with_x = (terms[4] & ~y & ~z) | (terms[5] & ~y & z) | (terms[6] & y & ~z) | (terms[7] & y & z);
    result[lane] = (~x & without_x) | (x & with_x);
  });
  return step::next;
}

// lop3.or.b32 d|p, ...: p = (d != 0) or q; .and likewise. Operands: p, d, q; variant 1: and.
step test_bits(context& c, micro_op const& op, u32 lanes) {
  u32 const* const bits = reg<u32>(c, op.operand[1]);
  u32 const other = *reg<u32>(c, op.operand[2]);
  u32 set = 0;
  for_each_lane(lanes, [&](u32 lane) { set |= u32(bits[lane] != 0) << lane; });
  set_predicate(reg<u32>(c, op.operand[0]), lanes, op.variant ? set & other : set | other);
  return step::next;
}

// ---- decoding

template <class Function>
bool decode_logic(decoder& d) {
  if (d.type.kind == value_kind::predicate) return false;
  register_class const held = d.type_class();
  d.plain(for_width(d.type, binary_of<Function>), held, {held, held});
  return true;
}

template <class Function>
bool decode_unary(decoder& d) {
  if (d.type.kind == value_kind::predicate) return false;
  d.plain(for_width(d.type, unary_of<Function>), d.type_class(), {d.type_class()});
  return true;
}

bool decode_left_shift(decoder& d) {
  d.plain(for_width(d.type, []<class T> { return handler(binary<left_shift, T, T, u32>); }), d.type_class(),
          {d.type_class(), register_class::b32});
  return true;
}
bool decode_right_shift(decoder& d) {
  d.plain(for_integer(d.type, []<class T> { return handler(binary<right_shift, T, T, u32>); }), d.type_class(),
          {d.type_class(), register_class::b32});
  return true;
}

bool decode_words(decoder& d, handler run) {
  d.plain(run, register_class::b32, {register_class::b32, register_class::b32, register_class::b32});
  return true;
}
template <class Function>
constexpr handler of_words = ternary<Function, u32, u32, u32, u32>;

bool decode_funnel_shift(decoder& d) {
  static constexpr handler handlers[2][2] = {
      {of_words<funnel_shift<false, false>>, of_words<funnel_shift<false, true>>},
      {of_words<funnel_shift<true, false>>, of_words<funnel_shift<true, true>>}};
  return decode_words(d, handlers[d.has("l")][d.has("clamp")]);
}

// Of 32 or 64 bits, with a result of 32.
template <class Function>
bool decode_count(decoder& d) {
  d.plain(d.type.bits == 64 ? unary<Function, u32, u64> : unary<Function, u32, u32>, register_class::b32,
          {d.type_class()});
  return true;
}
template <class Function>
handler for_highest_bit(value_type type) {
  if (type.bits == 64) return type.is_signed() ? unary<Function, u32, i64> : unary<Function, u32, u64>;
  return type.is_signed() ? unary<Function, u32, i32> : unary<Function, u32, u32>;
}
bool decode_highest_bit(decoder& d) {
  d.plain(
      d.has("shiftamt") ? for_highest_bit<highest_bit<true>>(d.type) : for_highest_bit<highest_bit<false>>(d.type),
      register_class::b32, {d.type_class()});
  return true;
}
bool decode_nth_set_bit(decoder& d) { return decode_words(d, ternary<nth_set_bit, u32, u32, u32, i32>); }

bool decode_extracted_field(decoder& d) {
  if (d.type.bits != 32 && d.type.bits != 64) throw unsupported{};
  d.plain(for_integer(d.type, []<class T> { return handler(ternary<extracted_field, T, T, u32, u32>); }),
          d.type_class(), {d.type_class(), register_class::b32, register_class::b32});
  return true;
}
bool decode_inserted_field(decoder& d) {
  register_class const held = d.type_class();
  d.plain(d.type.bits == 64 ? insert_field<u64> : insert_field<u32>, held,
          {held, held, register_class::b32, register_class::b32});
  return true;
}
bool decode_mask_of_bits(decoder& d) {
  d.plain(d.has("wrap") ? binary<mask_of_bits<false>, u32, u32, u32> : binary<mask_of_bits<true>, u32, u32, u32>,
          register_class::b32, {register_class::b32, register_class::b32});
  return true;
}
bool decode_widened_bits(decoder& d) {
  static constexpr handler handlers[2][2] = {
      {binary<widened_bits<true>, u32, u32, u32>, binary<widened_bits<false>, u32, u32, u32>},
      {binary<widened_bits<true>, i32, i32, u32>, binary<widened_bits<false>, i32, i32, u32>}};
  d.plain(handlers[d.type.is_signed()][d.has("wrap")], register_class::b32,
          {register_class::b32, register_class::b32});
  return true;
}

bool decode_permuted_bytes(decoder& d) {
  return decode_words(d, d.has("f4e")    ? of_words<forward_extract>
                         : d.has("b4e")  ? of_words<backward_extract>
                         : d.has("rc8")  ? of_words<replicate_8>
                         : d.has("rc16") ? of_words<replicate_16>
                         : d.has("ecl")  ? of_words<edge_clamp_left>
                         : d.has("ecr")  ? of_words<edge_clamp_right>
                                         : of_words<permuted_bytes>);
}

bool decode_looked_up_bits(decoder& d) {
  d.need(5);
  if (d.operands[4].kind != operand_kind::immediate) throw unsupported{};
  bool const has_predicate = d.operands[0].has_second;
  value_source combined;
  if (has_predicate) {
    d.need(6);
    combined = d.build.predicate(d.operands[5]);
  }
  // The result may go to a sink, and is read by the second micro-op all the same.
  u32 const bits = has_predicate ? d.build.result(d.operands[0], register_class::b32) : 0;
  if (has_predicate) {
    operand const written = d.operands[0];
    d.operands[0] = operand::of_register(bits);
    d.operands[0].has_second = true;
    d.operands[0].second = written.second;
    d.operands[0].second_is_sink = written.second_is_sink;
  }
  u32 const op =
      d.plain(look_up_bits, register_class::b32, {register_class::b32, register_class::b32, register_class::b32});
  d.build.op(op).immediate = i64(d.operands[4].bits);
  if (!has_predicate || d.operands[0].second_is_sink) return true;
  u32 const test = d.build.emit(test_bits);
  d.build.op(test).variant = d.has("and");
  d.build.use(test, 1, value_source::of_register(bits));
  d.build.use(test, 2, combined);
  d.build.define(test, 0, d.operands[0].second);
  return true;
}

constexpr opcode opcodes[] = {
    {"and", decode_logic<conjunction>},
    {"or", decode_logic<disjunction>},
    {"xor", decode_logic<exclusive_disjunction>},
    {"not", decode_unary<complement>},
    {"cnot", decode_unary<is_zero>},
    {"shl", decode_left_shift},
    {"shr", decode_right_shift},
    {"shf", decode_funnel_shift},
    {"popc", decode_count<population_count>},
    {"clz", decode_count<leading_zeros>},
    {"brev", decode_unary<reversal>},
    {"bfind", decode_highest_bit},
    {"fns", decode_nth_set_bit},
    {"bfe", decode_extracted_field},
    {"bfi", decode_inserted_field},
    {"bmsk", decode_mask_of_bits},
    {"szext", decode_widened_bits},
    {"prmt", decode_permuted_bytes},
    {"lop3", decode_looked_up_bits},
};

}  // namespace

std::span<opcode const> bit_opcodes() { return opcodes; }

}  // namespace emulator::ptx
