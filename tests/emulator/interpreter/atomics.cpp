// atom and red.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "half.h"
#include "memory_access.h"

namespace emulator::ptx {
namespace {

struct sum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<u64>(a) + static_cast<u64>(b));
    else return a + b;
  }
};
struct minimum {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
// Of floating point: a NaN gives way to a number, and -0 is less than 0.
struct float_minimum {
  double operator()(double a, double b) const { return a == b && std::signbit(a) ? a : std::fmin(a, b); }
};
struct float_maximum {
  double operator()(double a, double b) const { return a == b && std::signbit(b) ? a : std::fmax(a, b); }
};
struct conjunction {
  template <class T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct disjunction {
  template <class T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct exclusive_disjunction {
  template <class T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};
struct exchange {
  template <class T>
  T operator()(T, T b) const {
    return b;
  }
};
struct wrapping_increment {
  u32 operator()(u32 a, u32 b) const { return a >= b ? 0 : a + 1; }
};
struct wrapping_decrement {
  u32 operator()(u32 a, u32 b) const { return a == 0 || a > b ? b : a - 1; }
};

template <class Half>
struct half_pair {
  Half low, high;
};

// Of halves: computed in double, rounded once.
template <class Operation>
struct of_halves {
  template <float_format Format>
  small_float<Format> operator()(small_float<Format> a, small_float<Format> b) const {
    return small_float<Format>::of(Operation{}(a.value(), b.value()));
  }
  template <class Half>
  half_pair<Half> operator()(half_pair<Half> a, half_pair<Half> b) const {
    return {(*this)(a.low, b.low), (*this)(a.high, b.high)};
  }
};

// Operands: 0 the old value, 1 the value, 2 the new value of cas.
template <class T, class Operation>
step run_atomic(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::atomic, sizeof(T), 1, nullptr,
                                        std::is_same_v<Operation, exchange>};
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  T const* const value = reg<T>(c, op.operand[1]);
  T* const result = op.flags & no_result ? nullptr : reg<T>(c, op.operand[0]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    T& at = *reinterpret_cast<T*>(addresses[lane]);
    T const old = at;
    at = Operation{}(old, value[lane]);
    if (result) result[lane] = old;
  });
  return step::next;
}

template <class T>
step run_compare_and_swap(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::atomic, sizeof(T), 1};
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  T const* const expected = reg<T>(c, op.operand[1]);
  T const* const desired = reg<T>(c, op.operand[2]);
  T* const result = op.flags & no_result ? nullptr : reg<T>(c, op.operand[0]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    T& at = *reinterpret_cast<T*>(addresses[lane]);
    T const old = at;
    if (old == expected[lane]) at = desired[lane];
    if (result) result[lane] = old;
  });
  return step::next;
}

// Vectors of floats: atom.add.v2.f32 and the like. Field k is the value of component k; there is no result.
template <class T, int Count>
step run_vector_sum(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::atomic, sizeof(T), Count};
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    T* const at = reinterpret_cast<T*>(addresses[lane]);
    for (int k = 0; k < Count; ++k) at[k] = sum{}(at[k], reg<T>(c, op.operand[k])[lane]);
  });
  return step::next;
}

template <class T>
handler integer_handler(std::string_view operation) {
  if (operation == "add") return run_atomic<T, sum>;
  if (operation == "min") return run_atomic<T, minimum>;
  if (operation == "max") return run_atomic<T, maximum>;
  if (operation == "and") return run_atomic<T, conjunction>;
  if (operation == "or") return run_atomic<T, disjunction>;
  if (operation == "xor") return run_atomic<T, exclusive_disjunction>;
  if (operation == "exch") return run_atomic<T, exchange>;
  if constexpr (std::is_same_v<T, u32>) {
    if (operation == "inc") return run_atomic<T, wrapping_increment>;
    if (operation == "dec") return run_atomic<T, wrapping_decrement>;
  }
  return nullptr;
}

template <class Half>
handler half_handler(std::string_view operation) {
  if (operation == "add") return run_atomic<Half, of_halves<sum>>;
  if (operation == "min") return run_atomic<Half, of_halves<float_minimum>>;
  if (operation == "max") return run_atomic<Half, of_halves<float_maximum>>;
  return nullptr;
}

handler swap_handler(value_type type) {
  switch (type.bits) {
    case 16:
      return run_compare_and_swap<u16>;
    case 32:
      return run_compare_and_swap<u32>;
    case 64:
      return run_compare_and_swap<u64>;
    case 128:
      return run_compare_and_swap<u128>;
    default:
      return nullptr;
  }
}

handler float_handler(value_type type, std::string_view operation) {
  bool const is_pair = type.count == 2;
  if (type.kind == value_kind::bfloat) {
    return is_pair ? half_handler<half_pair<bf16>>(operation) : half_handler<bf16>(operation);
  }
  if (type.bits == 16) return is_pair ? half_handler<half_pair<f16>>(operation) : half_handler<f16>(operation);
  if (operation == "add") return type.bits == 32 ? handler(run_atomic<f32, sum>) : handler(run_atomic<f64, sum>);
  if (operation == "exch")
    return type.bits == 32 ? handler(run_atomic<u32, exchange>) : handler(run_atomic<u64, exchange>);
  return nullptr;
}

handler atomic_handler(value_type type, std::string_view operation) {
  if (operation == "cas") return swap_handler(type);
  if (type.is_floating()) return float_handler(type, operation);
  if (type.bits == 32) return type.is_signed() ? integer_handler<i32>(operation) : integer_handler<u32>(operation);
  if (type.bits == 64) return type.is_signed() ? integer_handler<i64>(operation) : integer_handler<u64>(operation);
  if (type.bits == 128 && operation == "exch") return run_atomic<u128, exchange>;
  return nullptr;
}

std::string_view operation_of(decoder const& d) {
  for (std::size_t k = 1; k < d.words.size(); ++k) {
    for (std::string_view known : {"add", "min", "max", "and", "or", "xor", "exch", "inc", "dec", "cas"}) {
      if (d.words[k] == known) return known;
    }
  }
  return {};
}

// red.add.v2.f32 [a], {b, c}
bool decode_vector(decoder& d, std::size_t address_at) {
  std::vector<operand> const& items = d.operands[address_at + 1].items;
  bool const is_sum = operation_of(d) == "add" && d.type == value_type{value_kind::floating, 32, 1};
  bool const is_unused = address_at == 0 || d.operands[0].kind == operand_kind::sink;
  if (!is_sum || !is_unused || (items.size() != 2 && items.size() != 4)) throw unsupported{};
  address_place const place = decode_place(d, d.operands[address_at], space_of_words(d));
  std::vector<value_source> values;
  for (operand const& o : items) values.push_back(d.build.value(o, register_class::b32, value_kind::floating));
  u32 const index = emit_access(d, items.size() == 2 ? run_vector_sum<f32, 2> : run_vector_sum<f32, 4>, place);
  d.build.op(index).flags |= is_strong;
  for (std::size_t k = 0; k < values.size(); ++k) d.build.use(index, static_cast<int>(k), values[k]);
  return true;
}

bool decode_atomic_at(decoder& d, std::size_t address_at) {
  d.need(address_at + 2);
  if (d.operands[address_at + 1].kind == operand_kind::list) return decode_vector(d, address_at);
  std::string_view const operation = operation_of(d);
  bool const is_swap = operation == "cas";
  handler const run = atomic_handler(d.type, operation);
  if (!run) throw unsupported{};
  address_place const place = decode_place(d, d.operands[address_at], space_of_words(d));
  register_class const held = d.type_class();
  value_source const value = d.build.value(d.operands[address_at + 1], held, d.type.kind);
  value_source desired;
  if (is_swap) {
    d.need(address_at + 3);
    desired = d.build.value(d.operands[address_at + 2], held, d.type.kind);
  }
  u32 const index = emit_access(d, run, place);
  d.build.op(index).flags |= is_strong;
  d.build.use(index, 1, value);
  if (is_swap) d.build.use(index, 2, desired);
  if (address_at == 0 || d.operands[0].kind == operand_kind::sink) d.build.op(index).flags |= no_result;
  else d.build.define(index, 0, d.build.result(d.operands[0], held));
  return true;
}

bool decode_atomic(decoder& d) { return decode_atomic_at(d, 1); }

bool decode_reduction(decoder& d) { return !d.has("async") && decode_atomic_at(d, 0); }

}  // namespace

std::span<opcode const> atomic_opcodes() {
  static constexpr opcode table[] = {{"atom", decode_atomic}, {"red", decode_reduction}};
  return table;
}

}  // namespace emulator::ptx
