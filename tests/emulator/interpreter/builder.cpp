#include "builder.h"

#include <algorithm>
#include <charconv>

#include "decoder.h"

namespace emulator::ptx {

u32 builder::temporary(register_class which) {
  register_classes.push_back(which);
  return static_cast<u32>(register_classes.size() - 1);
}

u32 builder::emit(handler run, bool with_guard) {
  u32 const index = static_cast<u32>(target.code.size());
  micro_op added;
  added.run = run;
  added.line = line;
  target.code.push_back(added);
  if (is_guarded && with_guard) {
    u8 const field = guard_is_negated ? operand_use::negated_guard_field : operand_use::guard_field;
    uses.push_back({index, field, false, false, guard});
  }
  return index;
}

void builder::use(u32 index, int field, value_source value) {
  uses.push_back({index, static_cast<u8>(field), false, value.is_constant, value.number});
}

void builder::define(u32 index, int field, u32 virtual_register) {
  uses.push_back({index, static_cast<u8>(field), true, false, virtual_register});
}

value_source builder::constant_value(register_class which, u64 bits) {
  if (which == register_class::predicate) bits = bits ? all_lanes : 0;
  if (which == register_class::b16) bits &= 0xffff;
  if (which == register_class::b32) bits &= 0xffffffff;
  auto& numbers = constant_numbers[static_cast<std::size_t>(which)];
  auto const [found, is_new] = numbers.try_emplace(bits, static_cast<u32>(constants.size()));
  if (is_new) {
    constants.push_back({which, bits, constant_bytes});
    constant_bytes += round_up(bytes_of(which), 64);
  }
  return {true, found->second};
}

parameter_slot const* builder::find_parameter(std::string_view name) const {
  for (int s = current_scope; s >= 0; s = scopes[static_cast<std::size_t>(s)].parent) {
    auto const& known = scopes[static_cast<std::size_t>(s)].parameters;
    if (auto const found = known.find(name); found != known.end()) return &found->second;
  }
  return nullptr;
}

variable* builder::find_variable(std::string_view name) const {
  for (int s = current_scope; s >= 0; s = scopes[static_cast<std::size_t>(s)].parent) {
    auto const& known = scopes[static_cast<std::size_t>(s)].variables;
    if (auto const found = known.find(name); found != known.end()) return found->second;
  }
  auto const found = owner.variables.find(name);
  return found == owner.variables.end() ? nullptr : found->second.get();
}

static bool is_in_range(register_range const& range, std::string_view name, u32& virtual_register) {
  if (name.size() <= range.name.size() || !name.starts_with(range.name)) return false;
  char const* const end = name.data() + name.size();
  u32 number = 0;
  auto const [stop, error] = std::from_chars(name.data() + range.name.size(), end, number);
  if (error != std::errc() || stop != end || number >= range.count) return false;
  virtual_register = range.first + number;
  return true;
}

bool builder::find_register(std::string_view name, u32& virtual_register) const {
  for (int s = current_scope; s >= 0; s = scopes[static_cast<std::size_t>(s)].parent) {
    scope const& here = scopes[static_cast<std::size_t>(s)];
    if (auto const found = here.registers.find(name); found != here.registers.end()) {
      virtual_register = found->second;
      return true;
    }
    for (register_range const& range : here.ranges) {
      if (is_in_range(range, name, virtual_register)) return true;
    }
  }
  return false;
}

bool builder::is_formal_of_entry(std::string_view name) const {
  auto const& names = target.formal_names;
  return target.is_entry && std::find(names.begin(), names.end(), name) != names.end();
}

value_source builder::value(operand const& o, register_class which, value_kind kind) {
  switch (o.kind) {
    case operand_kind::virtual_register: {
      register_class const held = class_of_register(o.virtual_register);
      if (held == which) return value_source::of_register(o.virtual_register);
      if (held == register_class::predicate || which == register_class::predicate) {
        bad_text(line, "a predicate where a value belongs, or the reverse");
      }
      u32 const resized = temporary(which);
      u32 const index = emit(resize_handler(which, held, kind == value_kind::signed_integer), false);
      use(index, 1, value_source::of_register(o.virtual_register));
      define(index, 0, resized);
      return value_source::of_register(resized);
    }
    case operand_kind::immediate: {
      u64 bits = o.bits;
      bool const is_floating = kind == value_kind::floating;
      if (is_floating && o.is_f64 && which == register_class::b32) {
        bits = std::bit_cast<u32>(static_cast<float>(std::bit_cast<double>(bits)));
      }
      if (is_floating && o.is_f32 && which == register_class::b64) {
        bits = std::bit_cast<u64>(static_cast<double>(std::bit_cast<float>(static_cast<u32>(bits))));
      }
      return constant_value(which, bits);
    }
    case operand_kind::special:
      return special_value(o, which);
    case operand_kind::symbol:
      return symbol_value(o, which);
    default:
      bad_text(line, "not a value");
  }
}

value_source builder::special_value(operand const& o, register_class which) {
  if (o.name == "WARP_SZ") return constant_value(which, warp_size);
  u16 variant = 0;
  register_class held = register_class::b32;
  handler const run = special_register_handler(o.name, variant, held);
  if (!run) bad_text(line, "unknown special register " + std::string(o.name));
  u32 const read = temporary(held);
  u32 const index = emit(run, false);
  op(index).variant = variant;
  op(index).flags = held == register_class::b64;
  define(index, 0, read);
  return value(operand::of_register(read), which, value_kind::unsigned_integer);
}

value_source builder::frame_address(state_space space, std::size_t offset, register_class which) {
  u32 const address = temporary(register_class::b64);
  u32 const index = emit(frame_address_handler(), false);
  op(index).immediate = static_cast<i64>(offset);
  op(index).space = space;
  define(index, 0, address);
  return value(operand::of_register(address), which);
}

value_source builder::symbol_value(operand const& o, register_class which) {
  if (variable const* v = find_variable(o.name)) {
    if (v->space == state_space::local) return frame_address(state_space::local, v->offset + o.bits, which);
    if (v->space != state_space::shared) return constant_value(which, reinterpret_cast<u64>(v->address) + o.bits);
    if (!v->is_external) return constant_value(which, v->offset + o.bits);
    u32 const address = temporary(which);
    u32 const index = emit(dynamic_shared_handler(), false);
    op(index).immediate = static_cast<i64>(o.bits);
    op(index).flags = which == register_class::b64;
    define(index, 0, address);
    return value_source::of_register(address);
  }
  if (parameter_slot const* slot = find_parameter(o.name)) {
    state_space const space = is_formal_of_entry(o.name) ? state_space::kernel_parameter : state_space::parameter;
    return frame_address(space, slot->offset + o.bits, which);
  }
  if (auto const found = owner.functions.find(o.name); found != owner.functions.end()) {
    return constant_value(which, reinterpret_cast<u64>(found->second.get()) + o.bits);
  }
  bad_text(line, "unknown name " + std::string(o.name));
}

value_source builder::predicate(operand const& o) {
  if (o.kind == operand_kind::immediate) return constant_value(register_class::predicate, o.bits != 0);
  value_source const read = value(o, register_class::predicate);
  if (!o.negated) return read;
  u32 const inverse = temporary(register_class::predicate);
  u32 const index = emit(not_handler(), false);
  use(index, 1, read);
  define(index, 0, inverse);
  return value_source::of_register(inverse);
}

u32 builder::result(operand const& o, register_class which) {
  if (o.kind == operand_kind::sink || o.kind == operand_kind::none) return temporary(which);
  if (o.kind != operand_kind::virtual_register) bad_text(line, "a result must be a register");
  if (class_of_register(o.virtual_register) != which)
    bad_text(line, "a result of another width than the instruction's");
  return o.virtual_register;
}

address_place builder::address(operand const& o, state_space space) {
  if (o.kind != operand_kind::address) bad_text(line, "expected an address");
  operand const& base = o.items.at(0);
  address_place place;
  place.space = space;
  place.offset = static_cast<i64>(o.bits);
  switch (base.kind) {
    case operand_kind::virtual_register: {
      register_class const held = class_of_register(base.virtual_register);
      place.is_32_bits = held == register_class::b32;
      if (held != register_class::b32 && held != register_class::b64) {
        bad_text(line, "an address of neither 32 nor 64 bits");
      }
      place.base = value_source::of_register(base.virtual_register);
      if (space == state_space::parameter && target.is_entry) place.space = state_space::kernel_parameter;
      return place;
    }
    case operand_kind::immediate:
      place.base = constant_value(register_class::b64, base.bits);
      return place;
    case operand_kind::symbol:
      return symbolic_address(base, place);
    default:
      bad_text(line, "an address that is not understood");
  }
}

address_place builder::symbolic_address(operand const& base, address_place place) {
  if (variable const* v = find_variable(base.name)) {
    bool const is_of_block = v->space == state_space::shared || v->space == state_space::local;
    if (place.space == state_space::generic && is_of_block) {
      bad_text(line, "a generic access to a name of shared or local memory");
    }
    if (v->space == state_space::local || (v->space == state_space::shared && v->is_external)) {
      place.base = value(base, register_class::b64);
      return place;
    }
    place.offset += static_cast<i64>(base.bits);
    u64 const address = v->space == state_space::shared ? v->offset : reinterpret_cast<u64>(v->address);
    place.base = constant_value(register_class::b64, address);
    return place;
  }
  parameter_slot const* slot = find_parameter(base.name);
  if (!slot) bad_text(line, "unknown name " + std::string(base.name));
  place.has_base = false;
  place.offset += static_cast<i64>(base.bits) + static_cast<i64>(slot->offset);
  place.space = is_formal_of_entry(base.name) ? state_space::kernel_parameter : state_space::parameter;
  place.base = constant_value(register_class::b64, 0);
  return place;
}

u32 builder::carry_register() {
  if (carry == ~0u) carry = temporary(register_class::predicate);
  return carry;
}

}  // namespace emulator::ptx
