// Comparisons, selections by them, and logic of predicates: setp, set, selp, slct; and, or, xor,
// not, mov of .pred.
#include <optional>
#include <type_traits>

#include "arithmetic_mode.h"
#include "decoder.h"
#include "half.h"
#include "handler_shapes.h"

namespace emulator::ptx {
namespace {

// Ordered comparisons are false where an operand is a NaN, unordered ones are true.
enum class comparison : u8 {
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal,
  unordered_or_equal,
  unordered_or_not_equal,
  unordered_or_less,
  unordered_or_less_or_equal,
  unordered_or_greater,
  unordered_or_greater_or_equal,
  both_numbers,
  any_nan
};

template <comparison Which, class T>
bool compare(T a, T b) {
  using enum comparison;
  if constexpr (Which == equal) return a == b;
  if constexpr (Which == not_equal) return std::is_floating_point_v<T> ? a < b || a > b : a != b;
  if constexpr (Which == less) return a < b;
  if constexpr (Which == less_or_equal) return a <= b;
  if constexpr (Which == greater) return a > b;
  if constexpr (Which == greater_or_equal) return a >= b;
  if constexpr (Which == unordered_or_equal) return !(a < b || a > b);
  if constexpr (Which == unordered_or_not_equal) return a != b;
  if constexpr (Which == unordered_or_less) return !(a >= b);
  if constexpr (Which == unordered_or_less_or_equal) return !(a > b);
  if constexpr (Which == unordered_or_greater) return !(a <= b);
  if constexpr (Which == unordered_or_greater_or_equal) return !(a < b);
  if constexpr (Which == both_numbers) return a == a && b == b;
  if constexpr (Which == any_nan) return a != a || b != b;
}

enum class combination : u16 { none, conjunction, disjunction, exclusive };

u32 combined(u32 compared, combination how, u32 other) {
  switch (how) {
    case combination::conjunction:
      return compared & other;
    case combination::disjunction:
      return compared | other;
    case combination::exclusive:
      return compared ^ other;
    case combination::none:
      break;
  }
  return compared;
}

enum result_flags : u8 { second_result = 1 };

// Operands: p, q (the opposite, where the flag says so), a, b, the predicate that both are combined
// with by variant.
template <class T, comparison Which>
step set_predicates(context& c, micro_op const& op, u32 lanes) {
  T const *const a = reg<T>(c, op.operand[2]), *const b = reg<T>(c, op.operand[3]);
  u32 compared = 0;
  for_each_lane(lanes, [&](u32 lane) { compared |= u32(compare<Which>(a[lane], b[lane])) << lane; });
  auto const how = combination(op.variant);
  u32 const other = how == combination::none ? 0 : *reg<u32>(c, op.operand[4]);
  set_predicate(reg<u32>(c, op.operand[0]), lanes, combined(compared, how, other));
  if (op.flags & second_result) set_predicate(reg<u32>(c, op.operand[1]), lanes, combined(~compared, how, other));
  return step::next;
}

// The same for halves: they are compared as single precision. One step of the comparison of pairs:
// Stride 2, lower and then upper halves.
template <class Half>
step widen_halves(context& c, micro_op const& op, u32 lanes) {
  f32* const result = reg<f32>(c, op.operand[0]);
  Half const* const a = reg<Half>(c, op.operand[1]);
  u32 const stride = op.variant, first = op.index;
  for_each_lane_in_order(lanes, [&](u32 lane) { result[lane] = f32(a[stride * lane + first].value()); });
  return step::next;
}

template <class T>
step select(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const *const a = reg<T>(c, op.operand[1]), *const b = reg<T>(c, op.operand[2]);
  u32 const chosen = *reg<u32>(c, op.operand[3]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = chosen >> lane & 1 ? a[lane] : b[lane]; });
  return step::next;
}
// Operands: result, what both halves of `true` are, the predicate of the lower half, that of the
// upper.
step select_halves(context& c, micro_op const& op, u32 lanes) {
  u32* const result = reg<u32>(c, op.operand[0]);
  u32 const* const yes = reg<u32>(c, op.operand[1]);
  u32 const lower = *reg<u32>(c, op.operand[2]), upper = *reg<u32>(c, op.operand[3]);
  for_each_lane(lanes, [&](u32 lane) {
    result[lane] = (lower >> lane & 1 ? yes[lane] & 0xffff : 0) | (upper >> lane & 1 ? yes[lane] & 0xffff0000 : 0);
  });
  return step::next;
}

// slct: a where c >= 0, which a NaN is not, and -0 is.
template <class T, class Sign>
step select_by_sign(context& c, micro_op const& op, u32 lanes) {
  T* const result = reg<T>(c, op.operand[0]);
  T const *const a = reg<T>(c, op.operand[1]), *const b = reg<T>(c, op.operand[2]);
  Sign const* const sign = reg<Sign>(c, op.operand[3]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = sign[lane] >= Sign(0) ? a[lane] : b[lane]; });
  return step::next;
}

enum class predicate_function : u8 { copy, complement, conjunction, disjunction, exclusive };

template <predicate_function Function>
step compute_predicate(context& c, micro_op const& op, u32 lanes) {
  using enum predicate_function;
  u32 const a = *reg<u32>(c, op.operand[1]);
  u32 const b = Function == copy || Function == complement ? 0 : *reg<u32>(c, op.operand[2]);
  u32 const answer = Function == copy          ? a
                     : Function == complement  ? ~a
                     : Function == conjunction ? a & b
                     : Function == disjunction ? a | b
                                               : a ^ b;
  set_predicate(reg<u32>(c, op.operand[0]), lanes, answer);
  return step::next;
}

// ---- decoding

std::optional<comparison> comparison_of(std::string_view word) {
  using enum comparison;
  static constexpr struct {
    std::string_view word;
    comparison which;
  } names[] = {{"eq", equal},
               {"ne", not_equal},
               {"lt", less},
               {"le", less_or_equal},
               {"gt", greater},
               {"ge", greater_or_equal},
               {"lo", less},
               {"ls", less_or_equal},
               {"hi", greater},
               {"hs", greater_or_equal},
               {"equ", unordered_or_equal},
               {"neu", unordered_or_not_equal},
               {"ltu", unordered_or_less},
               {"leu", unordered_or_less_or_equal},
               {"gtu", unordered_or_greater},
               {"geu", unordered_or_greater_or_equal},
               {"num", both_numbers},
               {"nan", any_nan}};
  for (auto const& name : names) {
    if (name.word == word) return name.which;
  }
  return std::nullopt;
}

template <class T>
handler comparison_handler(comparison which) {
  using enum comparison;
  switch (which) {
    case equal:
      return set_predicates<T, equal>;
    case not_equal:
      return set_predicates<T, not_equal>;
    case less:
      return set_predicates<T, less>;
    case less_or_equal:
      return set_predicates<T, less_or_equal>;
    case greater:
      return set_predicates<T, greater>;
    case greater_or_equal:
      return set_predicates<T, greater_or_equal>;
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    switch (which) {
      case unordered_or_equal:
        return set_predicates<T, unordered_or_equal>;
      case unordered_or_not_equal:
        return set_predicates<T, unordered_or_not_equal>;
      case unordered_or_less:
        return set_predicates<T, unordered_or_less>;
      case unordered_or_less_or_equal:
        return set_predicates<T, unordered_or_less_or_equal>;
      case unordered_or_greater:
        return set_predicates<T, unordered_or_greater>;
      case unordered_or_greater_or_equal:
        return set_predicates<T, unordered_or_greater_or_equal>;
      case both_numbers:
        return set_predicates<T, both_numbers>;
      default:
        return set_predicates<T, any_nan>;
    }
  }
  return nullptr;
}
handler comparison_handler(value_type type, comparison which) {
  auto const choose = [which]<class T> { return comparison_handler<T>(which); };
  return type.is_floating() ? for_float(type, choose) : for_integer(type, choose);
}

combination combination_of(decoder const& d) {
  return d.has("and")   ? combination::conjunction
         : d.has("or")  ? combination::disjunction
         : d.has("xor") ? combination::exclusive
                        : combination::none;
}

bool is_half(value_type type) { return type.is_floating() && type.bits == 16; }

// Half number `index` of an operand of halves, as a register of single precision.
value_source widened_half(decoder& d, operand const& o, u32 index) {
  value_source const halves = d.build.value(o, class_of(d.type), value_kind::floating);
  u32 const wide = d.build.temporary(register_class::b32);
  u32 const op = d.build.emit(d.type.kind == value_kind::bfloat ? widen_halves<bf16> : widen_halves<f16>);
  d.build.op(op).variant = d.type.count;
  d.build.op(op).index = index;
  d.build.use(op, 1, halves);
  d.build.define(op, 0, wide);
  return value_source::of_register(wide);
}

// Emits p = a ? b of element `index`, and q = !(a ? b) unless q is none.
constexpr u32 none = ~0u;
void emit_comparison(decoder& d, comparison which, u32 index, u32 p, u32 q) {
  constexpr value_type single{value_kind::floating, 32, 1};
  bool const widens = is_half(d.type);
  handler const run = comparison_handler(widens ? single : d.type, which);
  if (!run || (widens && d.has("ftz"))) throw unsupported{};
  auto const source = [&](operand const& o) {
    return widens ? widened_half(d, o, index) : d.build.value(o, d.type_class(), d.type.kind);
  };
  value_source const a = source(d.operands[1]), b = source(d.operands[2]);
  combination const how = combination_of(d);
  value_source other;
  if (how != combination::none) {
    d.need(4);
    other = d.build.predicate(d.operands[3]);
  }
  u32 const op = d.build.emit(run);
  d.build.op(op).variant = u16(how);
  d.build.use(op, 2, a);
  d.build.use(op, 3, b);
  if (how != combination::none) d.build.use(op, 4, other);
  d.build.define(op, 0, p);
  if (q != none) {
    d.build.op(op).flags = second_result;
    d.build.define(op, 1, q);
  }
  run_under(d.build.op(op), {rounding::nearest_even, d.has("ftz") && d.type.bits == 32});
}

comparison named_comparison(decoder& d) {
  d.need(3);
  std::optional<comparison> const which = d.words.size() > 1 ? comparison_of(d.words[1]) : std::nullopt;
  if (!which) bad_text(d.build.line, "an unknown comparison");
  return *which;
}

// setp p|q: of pairs of halves, p is of the lower and q of the upper; else q is the opposite of p.
bool decode_set_predicate(decoder& d) {
  comparison const which = named_comparison(d);
  operand const& to = d.operands[0];
  u32 const p = d.build.result(to, register_class::predicate);
  u32 const q = to.has_second && !to.second_is_sink ? to.second : none;
  if (d.type.count == 1) {
    emit_comparison(d, which, 0, p, q);
    return true;
  }
  emit_comparison(d, which, 0, p, none);
  emit_comparison(d, which, 1, q == none ? d.build.temporary(register_class::predicate) : q, none);
  return true;
}

// What set answers for true: 1.0 of a floating type, all bits of an integer.
u64 true_of(value_type type) {
  u64 const one = type.kind == value_kind::bfloat ? 0x3f80 : type.bits == 16 ? 0x3c00 : 0x3f800000;
  if (!type.is_floating()) return ~u64(0);
  return type.count == 2 ? one << 16 | one : one;
}

bool decode_set(decoder& d) {
  comparison const which = named_comparison(d);
  value_type const to = d.first_type;
  register_class const held = class_of(to);
  bool const is_pair = d.type.count == 2;
  if (held != register_class::b32 && (is_pair || held != register_class::b16)) throw unsupported{};
  u32 const lower = d.build.temporary(register_class::predicate);
  emit_comparison(d, which, 0, lower, none);
  u32 const upper = is_pair ? d.build.temporary(register_class::predicate) : lower;
  if (is_pair) emit_comparison(d, which, 1, upper, none);
  u32 const result = d.build.result(d.operands[0], held);
  u32 const op = d.build.emit(is_pair ? select_halves : held == register_class::b16 ? select<u16> : select<u32>);
  d.build.use(op, 1, d.build.constant_value(held, true_of(to)));
  d.build.use(op, 2, is_pair ? value_source::of_register(lower) : d.build.constant_value(held, 0));
  d.build.use(op, 3, value_source::of_register(upper));
  d.build.define(op, 0, result);
  return true;
}

bool decode_select(decoder& d) {
  d.need(4);
  register_class const held = d.type_class();
  handler const run =
      for_width({d.type.kind, u8(d.type.bits * d.type.count), 1}, []<class T> { return handler(select<T>); });
  if (!run) throw unsupported{};
  value_source const a = d.build.value(d.operands[1], held, d.type.kind),
                     b = d.build.value(d.operands[2], held, d.type.kind), p = d.build.predicate(d.operands[3]);
  u32 const result = d.destination(d.operands[0], held), op = d.build.emit(run);
  d.build.use(op, 1, a);
  d.build.use(op, 2, b);
  d.build.use(op, 3, p);
  d.build.define(op, 0, result);
  d.widen_result(false);
  return true;
}

bool decode_select_by_sign(decoder& d) {
  value_type const result = d.first_type;
  register_class const held = class_of(result);
  bool const by_float = d.type.kind == value_kind::floating;
  u32 const op = d.plain(by_float ? for_width(result, []<class T> { return handler(select_by_sign<T, f32>); })
                                  : for_width(result, []<class T> { return handler(select_by_sign<T, i32>); }),
                         held, {held, held, register_class::b32}, result.kind);
  run_under(d.build.op(op), {rounding::nearest_even, d.has("ftz")});
  return true;
}

template <predicate_function Function>
bool decode_predicate(decoder& d) {
  if (d.type.kind != value_kind::predicate) return false;
  constexpr bool is_unary = Function == predicate_function::copy || Function == predicate_function::complement;
  d.need(is_unary ? 2 : 3);
  value_source const a = d.build.predicate(d.operands[1]);
  value_source const b = is_unary ? value_source{} : d.build.predicate(d.operands[2]);
  u32 const result = d.build.result(d.operands[0], register_class::predicate);
  u32 const op = d.build.emit(compute_predicate<Function>);
  d.build.use(op, 1, a);
  if (!is_unary) d.build.use(op, 2, b);
  d.build.define(op, 0, result);
  return true;
}

constexpr opcode opcodes[] = {
    {"setp", decode_set_predicate},
    {"set", decode_set},
    {"selp", decode_select},
    {"slct", decode_select_by_sign},
    {"mov", decode_predicate<predicate_function::copy>},
    {"not", decode_predicate<predicate_function::complement>},
    {"and", decode_predicate<predicate_function::conjunction>},
    {"or", decode_predicate<predicate_function::disjunction>},
    {"xor", decode_predicate<predicate_function::exclusive>},
};

}  // namespace

std::span<opcode const> selection_opcodes() { return opcodes; }

handler not_handler() { return compute_predicate<predicate_function::complement>; }

}  // namespace emulator::ptx
