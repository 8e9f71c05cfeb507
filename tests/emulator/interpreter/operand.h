// An instruction as it is read: words of the opcode, and operands.
#pragma once

#include <string_view>
#include <vector>

#include "types.h"

namespace emulator::ptx {

enum class operand_kind : u8 {
  none,
  virtual_register,
  immediate,
  special,  // %tid.x
  symbol,   // a variable, a parameter, a function
  address,  // [items[0] + bits]; further items are further coordinates
  list,     // {a, b}
  sink      // _
};

struct operand {
  operand_kind kind = operand_kind::none;
  u32 virtual_register = 0;
  bool negated = false;                 // !p
  u64 bits = 0;                         // of an immediate; the offset of a symbol or an address
  bool is_f32 = false, is_f64 = false;  // how the immediate is written
  std::string_view name;                // of a symbol or a special register
  bool has_second = false;              // d|p
  bool second_is_sink = false;          // d|_
  u32 second = 0;                       // the virtual register p
  std::vector<operand> items;           // of a list; the base of an address

  static operand of_register(u32 virtual_register) {
    operand o;
    o.kind = operand_kind::virtual_register;
    o.virtual_register = virtual_register;
    return o;
  }
};

struct instruction {
  std::vector<std::string_view> words;  // add, rn, f32
  std::vector<operand> operands;
};

// Of a word without its dot: "u32". No type: kind none.
value_type read_type(std::string_view word);

}  // namespace emulator::ptx
