// What decodes the body of a function: its scopes, registers, constants and micro-ops.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "function.h"
#include "module_state.h"
#include "operand.h"

namespace emulator::ptx {

// A value that a micro-op reads: a virtual register or a constant of the function.
struct value_source {
  bool is_constant = false;
  u32 number = 0;

  static value_source of_register(u32 virtual_register) { return {false, virtual_register}; }
};

// Registers declared as name<count>.
struct register_range {
  std::string_view name;
  u32 first, count;
};

struct scope {
  int parent = -1;
  std::vector<register_range> ranges;
  std::unordered_map<std::string_view, u32> registers;
  std::unordered_map<std::string_view, parameter_slot> parameters;
  std::unordered_map<std::string_view, variable*> variables;
  std::unordered_map<std::string_view, u32> labels;
  std::unordered_map<std::string_view, std::vector<std::string_view>> branch_targets;
  std::size_t parameters_before = 0;
};

// An address operand: a base, an offset, and how the base is to be read.
struct address_place {
  value_source base;
  i64 offset = 0;
  state_space space = state_space::generic;
  bool is_32_bits = false;
  bool has_base = true;
};

// A field of a micro-op that a register or a constant belongs in, filled when registers have their places.
struct operand_use {
  enum field_number : u8 { guard_field = 6, negated_guard_field = 7 };  // 0 to 5 are micro_op::operand
  u32 op;
  u8 field;
  bool is_definition, is_constant;
  u32 number;
};

struct label_use {
  u32 op;
  std::string_view name;
  int scope;
  u32 line;
  bool is_table;
};

struct constant {
  register_class held_as;
  u64 bits;
  std::size_t offset;
};

class builder {
 public:
  builder(module_state& of_module, function& built) : owner(of_module), target(built) {}

  // A new virtual register.
  u32 temporary(register_class which);
  register_class class_of_register(u32 virtual_register) const { return register_classes[virtual_register]; }

  // Adds a micro-op at the current line, under the guard of the instruction unless told otherwise, and answers its index.
  u32 emit(handler run, bool with_guard = true);
  micro_op& op(u32 index) { return target.code[index]; }
  // Which value lies in a field of a micro-op, as an operand that is read or written.
  void use(u32 index, int field, value_source value);
  void define(u32 index, int field, u32 virtual_register);

  // Values of operands, converted to a class. Integers are widened by the sign where kind is signed_integer; a floating
  // immediate is converted where kind is floating.
  value_source constant_value(register_class which, u64 bits);
  value_source value(operand const& o, register_class which, value_kind kind = value_kind::bits);
  value_source predicate(operand const& o);
  // A register of exactly this class, or a new one for a sink.
  u32 result(operand const& o, register_class which);
  address_place address(operand const& o, state_space space);
  // The carry flag of add.cc, a predicate.
  u32 carry_register();

  parameter_slot const* find_parameter(std::string_view name) const;
  variable* find_variable(std::string_view name) const;
  bool find_register(std::string_view name, u32& virtual_register) const;
  bool is_formal_of_entry(std::string_view name) const;

  module_state& owner;
  function& target;
  u32 line = 0;
  bool is_guarded = false, guard_is_negated = false;
  u32 guard = 0;
  std::vector<register_class> register_classes;  // of virtual registers
  std::vector<operand_use> uses;
  std::vector<label_use> label_uses;
  std::vector<scope> scopes;
  int current_scope = 0;
  std::vector<constant> constants;
  std::size_t constant_bytes = 0;
  std::size_t parameter_bytes = 0;  // of the scopes that are open
  std::vector<std::unique_ptr<variable>> own_variables;

 private:
  value_source special_value(operand const& o, register_class which);
  value_source symbol_value(operand const& o, register_class which);
  address_place symbolic_address(operand const& base, address_place place);
  value_source frame_address(state_space space, std::size_t offset, register_class which);

  std::array<std::unordered_map<u64, u32>, register_class_count> constant_numbers;
  u32 carry = ~0u;
};

}  // namespace emulator::ptx
