// ld, st, and what tells about addresses.
#include <cstring>

#include "launch_state.h"
#include "memory_access.h"
#include "module_state.h"

namespace emulator::ptx {
namespace {

// T: in memory; R: in registers, at least as wide.
template <class T, class R, int Count>
step run_load(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::load, sizeof(T), Count};
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  R* result[Count];
  for (int k = 0; k < Count; ++k) result[k] = reg<R>(c, op.operand[k]);
  for_each_lane(lanes, [&](u32 lane) {
    T const* const from = reinterpret_cast<T const*>(addresses[lane]);
    for (int k = 0; k < Count; ++k) result[k][lane] = static_cast<R>(from[k]);
  });
  return step::next;
}

template <class T, class R, int Count>
step run_load_of_kernel_parameter(context& c, micro_op const& op, u32 lanes) {
  T const* const from = reinterpret_cast<T const*>(c.launch->parameters.data() + op.immediate);
  for (int k = 0; k < Count; ++k) {
    R* const result = reg<R>(c, op.operand[k]);
    R const value = static_cast<R>(from[k]);
    for_each_lane(lanes, [&](u32 lane) { result[lane] = value; });
  }
  return step::next;
}

template <class T, class R, int Count>
void copy_stored_value(context& c, micro_op const& op, u32 lane, char* bytes) {
  for (int k = 0; k < Count; ++k) {
    T const value = static_cast<T>(reg<R>(c, op.operand[k])[lane]);
    std::memcpy(bytes + k * static_cast<int>(sizeof(T)), &value, sizeof(T));
  }
}

template <class T, class R, int Count>
step run_store(context& c, micro_op const& op, u32 lanes) {
  static constexpr memory_access access{access_kind::store, sizeof(T), Count, copy_stored_value<T, R, Count>};
  u64 addresses[warp_size];
  resolve(c, op, lanes, access, addresses);
  R const* value[Count];
  for (int k = 0; k < Count; ++k) value[k] = reg<R>(c, op.operand[k]);
  for_each_lane_in_order(lanes, [&](u32 lane) {
    T* const to = reinterpret_cast<T*>(addresses[lane]);
    for (int k = 0; k < Count; ++k) to[k] = static_cast<T>(value[k][lane]);
  });
  return step::next;
}

template <int Count>
struct loads {
  template <class T, class R>
  static constexpr handler in_general = run_load<T, R, Count>;
  template <class T, class R>
  static constexpr handler of_kernel_parameter = run_load_of_kernel_parameter<T, R, Count>;
};

// A handler for elements of memory of a type, and registers of a class.
template <class T, class S, int Count>
handler load_handler(register_class held, bool is_signed, bool of_kernel_parameter) {
  auto const choose = [&]<class Element, class R>() -> handler {
    return of_kernel_parameter ? loads<Count>::template of_kernel_parameter<Element, R>
                               : loads<Count>::template in_general<Element, R>;
  };
  switch (held) {
    case register_class::b16:
      if constexpr (sizeof(T) <= 2)
        return is_signed ? choose.template operator()<S, u16>() : choose.template operator()<T, u16>();
      return nullptr;
    case register_class::b32:
      if constexpr (sizeof(T) <= 4)
        return is_signed ? choose.template operator()<S, u32>() : choose.template operator()<T, u32>();
      return nullptr;
    case register_class::b64:
      return is_signed ? choose.template operator()<S, u64>() : choose.template operator()<T, u64>();
    default:
      return nullptr;
  }
}

template <int Count>
handler load_handler(value_type type, register_class held, bool of_kernel_parameter) {
  bool const is_signed = type.is_signed();
  switch (type.bits) {
    case 8:
      return load_handler<u8, i8, Count>(held, is_signed, of_kernel_parameter);
    case 16:
      return load_handler<u16, i16, Count>(held, is_signed, of_kernel_parameter);
    case 32:
      return load_handler<u32, i32, Count>(held, is_signed, of_kernel_parameter);
    case 64:
      return load_handler<u64, i64, Count>(held, is_signed, of_kernel_parameter);
    case 128:
      return held == register_class::b128 && !of_kernel_parameter ? handler(run_load<u128, u128, Count>) : nullptr;
    default:
      return nullptr;
  }
}

template <class T, int Count>
handler store_handler(register_class held) {
  switch (held) {
    case register_class::b16:
      if constexpr (sizeof(T) <= 2) return run_store<T, u16, Count>;
      return nullptr;
    case register_class::b32:
      if constexpr (sizeof(T) <= 4) return run_store<T, u32, Count>;
      return nullptr;
    case register_class::b64:
      return run_store<T, u64, Count>;
    default:
      return nullptr;
  }
}

template <int Count>
handler store_handler(value_type type, register_class held) {
  switch (type.bits) {
    case 8:
      return store_handler<u8, Count>(held);
    case 16:
      return store_handler<u16, Count>(held);
    case 32:
      return store_handler<u32, Count>(held);
    case 64:
      return store_handler<u64, Count>(held);
    case 128:
      return held == register_class::b128 ? handler(run_store<u128, u128, Count>) : nullptr;
    default:
      return nullptr;
  }
}

// Choose<Count>() for as many components as there are.
template <class Choose>
handler for_count(std::size_t count, Choose choose) {
  switch (count) {
    case 1:
      return choose.template operator()<1>();
    case 2:
      return choose.template operator()<2>();
    case 4:
      return choose.template operator()<4>();
    default:
      return nullptr;
  }
}

std::vector<operand> components_of(operand const& o) {
  return o.kind == operand_kind::list ? o.items : std::vector<operand>{o};
}

// Packed halves move as 32 bits.
value_type moved_type(decoder const& d) {
  return d.type.count == 2 ? value_type{value_kind::bits, 32, 1} : d.type;
}

bool decode_load(decoder& d) {
  d.need(2);
  value_type const type = moved_type(d);
  address_place const place = decode_place(d, d.operands[1], space_of_words(d));
  std::vector<operand> const results = components_of(d.operands[0]);
  register_class held = class_of(type);
  for (operand const& o : results) {
    if (o.kind == operand_kind::virtual_register) held = d.build.class_of_register(o.virtual_register);
  }
  bool const of_kernel_parameter = place.space == state_space::kernel_parameter && type.bits <= 64;
  handler const run =
      for_count(results.size(), [&]<int Count>() { return load_handler<Count>(type, held, of_kernel_parameter); });
  if (!run) throw unsupported{};
  u32 const index = emit_access(d, run, place);
  for (std::size_t k = 0; k < results.size(); ++k) {
    d.build.define(index, static_cast<int>(k), d.build.result(results[k], held));
  }
  return true;
}

bool decode_store(decoder& d) {
  if (d.has("async")) return false;
  d.need(2);
  value_type const type = moved_type(d);
  address_place const place = decode_place(d, d.operands[0], space_of_words(d));
  std::vector<operand> const stored = components_of(d.operands[1]);
  register_class held = class_of(type);
  for (operand const& o : stored) {
    if (o.kind == operand_kind::virtual_register)
      held = std::max(held, d.build.class_of_register(o.virtual_register));
  }
  handler const run = for_count(stored.size(), [&]<int Count>() { return store_handler<Count>(type, held); });
  if (!run) throw unsupported{};
  std::vector<value_source> values;
  for (operand const& o : stored) values.push_back(d.build.value(o, held, type.kind));
  u32 const index = emit_access(d, run, place);
  for (std::size_t k = 0; k < values.size(); ++k) d.build.use(index, static_cast<int>(k), values[k]);
  return true;
}

bool decode_hint(decoder& d) {
  d.build.emit([](context&, micro_op const&, u32) { return step::next; });
  return true;
}

// A policy of caching: a number that nobody looks at.
bool decode_createpolicy(decoder& d) {
  d.need(1);
  u32 const index = d.build.emit([](context& c, micro_op const& op, u32 lanes) {
    u64* const result = reg<u64>(c, op.operand[0]);
    for_each_lane(lanes, [&](u32 lane) { result[lane] = 0; });
    return step::next;
  });
  d.build.define(index, 0, d.build.result(d.operands[0], register_class::b64));
  return true;
}

}  // namespace

std::span<opcode const> memory_opcodes() {
  static constexpr opcode table[] = {
      {"ld", decode_load},        {"ldu", decode_load},
      {"st", decode_store},       {"prefetch", decode_hint},
      {"prefetchu", decode_hint}, {"applypriority", decode_hint},
      {"discard", decode_hint},   {"createpolicy", decode_createpolicy},
  };
  return table;
}

}  // namespace emulator::ptx
