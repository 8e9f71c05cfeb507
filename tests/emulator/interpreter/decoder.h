// How the text of an instruction becomes micro-ops. Each family of instructions has a table of its opcodes' first words.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "builder.h"

namespace emulator::ptx {

// Thrown for an instruction that is not known: it becomes a micro-op that is a fault when it is reached.
struct unsupported {};

// One instruction while it is decoded.
class decoder {
 public:
  decoder(builder& build, instruction& read);

  builder& build;
  std::vector<std::string_view> const& words;
  std::vector<operand>& operands;
  value_type type;        // the last type among the words
  value_type first_type;  // the first

  bool has(std::string_view word) const;
  void need(std::size_t operand_count) const;  // else the text is wrong
  register_class type_class() const { return class_of(type); }
  // unsigned_integer for .b types, which widen by zeros
  value_kind widening() const { return type.kind == value_kind::bits ? value_kind::unsigned_integer : type.kind; }

  // Emits d = run(sources...): operand 0 of the text is the result, those after it are the sources, in fields 1, 2, ... A
  // register of d that is wider than the result gets it widened. Answers the micro-op's index.
  u32 plain(handler run, register_class result, std::initializer_list<register_class> sources,
            value_kind kind = value_kind::unsigned_integer);
  // The register that a result of this class is written to: that of the operand, or a temporary, which widen_result() copies
  // to it after the micro-op is emitted.
  u32 destination(operand const& o, register_class result);
  void widen_result(bool is_signed);

 private:
  u32 wide_destination = ~0u, narrow_result = 0;
};

struct opcode {
  std::string_view first_word;
  bool (*decode)(decoder&);  // false: it belongs to another family (add.f32 among the integers)
};

// The families. Several may have the same first word.
std::span<opcode const> control_opcodes();
std::span<opcode const> barrier_opcodes();
std::span<opcode const> cluster_opcodes();
std::span<opcode const> message_barrier_opcodes();
std::span<opcode const> bulk_copy_opcodes();
std::span<opcode const> memory_opcodes();
std::span<opcode const> address_opcodes();
std::span<opcode const> fence_opcodes();
std::span<opcode const> atomic_opcodes();
std::span<opcode const> asynchronous_copy_opcodes();
std::span<opcode const> integer_opcodes();
std::span<opcode const> bit_opcodes();
std::span<opcode const> float_opcodes();
std::span<opcode const> half_opcodes();
std::span<opcode const> conversion_opcodes();
std::span<opcode const> selection_opcodes();
std::span<opcode const> move_opcodes();
std::span<opcode const> warp_opcodes();
std::vector<std::span<opcode const>> opcode_families();  // all of them

void decode_instruction(builder& build, instruction& read);

// Handlers that the builder needs to make values of operands.
handler resize_handler(register_class to, register_class from, bool is_signed);  // operand 0 = operand 1
handler not_handler();  // predicates: operand 0 = !operand 1
// operand 0 = a special register. variant is what the micro-op's variant shall be, result the class of operand 0. Null: there
// is no such register.
handler special_register_handler(std::string_view name, u16& variant, register_class& result);
handler
dynamic_shared_handler();  // operand 0 (flags 1: of 64 bits) = the address of dynamic shared memory + immediate
handler
frame_address_handler();  // operand 0 (of 64 bits) = the address of a parameter or of local memory + immediate

}  // namespace emulator::ptx
