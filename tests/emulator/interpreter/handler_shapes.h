// Shapes of handlers: a function of the operands of each lane. Operand 0 is the result, operands 1,
// 2, ... are the arguments.
#pragma once

#include "micro_op.h"
#include "warp.h"

namespace emulator::ptx {

template <class Function, class Result, class A>
step unary(context& c, micro_op const& op, u32 lanes) {
  Result* const result = reg<Result>(c, op.operand[0]);
  A const* const a = reg<A>(c, op.operand[1]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = Function{}(a[lane]); });
  return step::next;
}

template <class Function, class Result, class A, class B>
step binary(context& c, micro_op const& op, u32 lanes) {
  Result* const result = reg<Result>(c, op.operand[0]);
  A const* const a = reg<A>(c, op.operand[1]);
  B const* const b = reg<B>(c, op.operand[2]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = Function{}(a[lane], b[lane]); });
  return step::next;
}

template <class Function, class Result, class A, class B, class C>
step ternary(context& c, micro_op const& op, u32 lanes) {
  Result* const result = reg<Result>(c, op.operand[0]);
  A const* const a = reg<A>(c, op.operand[1]);
  B const* const b = reg<B>(c, op.operand[2]);
  C const* const third = reg<C>(c, op.operand[3]);
  for_each_lane(lanes, [&](u32 lane) { result[lane] = Function{}(a[lane], b[lane], third[lane]); });
  return step::next;
}

// Choose<T>() answers a handler for the unsigned integer T of a type's width. Null: the type has
// another width.
template <class Choose>
handler for_width(value_type type, Choose choose) {
  if (type.count != 1) return nullptr;
  switch (type.bits) {
    case 16:
      return choose.template operator()<u16>();
    case 32:
      return choose.template operator()<u32>();
    case 64:
      return choose.template operator()<u64>();
    default:
      return nullptr;
  }
}

// The same for a type whose sign matters.
template <class Choose>
handler for_integer(value_type type, Choose choose) {
  if (!type.is_signed()) return for_width(type, choose);
  if (type.count != 1) return nullptr;
  switch (type.bits) {
    case 16:
      return choose.template operator()<i16>();
    case 32:
      return choose.template operator()<i32>();
    case 64:
      return choose.template operator()<i64>();
    default:
      return nullptr;
  }
}

// The same for .f32 and .f64.
template <class Choose>
handler for_float(value_type type, Choose choose) {
  if (type.kind != value_kind::floating || type.count != 1) return nullptr;
  return type.bits == 32   ? choose.template operator()<f32>()
         : type.bits == 64 ? choose.template operator()<f64>()
                           : nullptr;
}

// Functions of a type alone: Function(T) -> T and so on.
template <class Function>
constexpr auto unary_of = []<class T> { return handler(unary<Function, T, T>); };
template <class Function>
constexpr auto binary_of = []<class T> { return handler(binary<Function, T, T, T>); };
template <class Function>
constexpr auto ternary_of = []<class T> { return handler(ternary<Function, T, T, T, T>); };

}  // namespace emulator::ptx
