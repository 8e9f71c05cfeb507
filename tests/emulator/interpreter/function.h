// Functions and variables of a module.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter.h"
#include "micro_op.h"
#include "source_location.h"

namespace emulator::ptx {

class module_state;
struct function;

// A place in the memory of parameters.
struct parameter_slot {
  std::size_t offset = 0, size = 0;
};

// Functions that the toolkit declares and the interpreter has.
enum class builtin : u8 { none, vprintf, assertfail, malloc, free, unknown };

struct call_site {
  function* target = nullptr;  // null: by address
  builtin which = builtin::none;
  std::vector<parameter_slot> arguments, results;
};

struct function {
  module_state* owner = nullptr;
  std::string name;
  bool is_entry = false, has_body = false, is_decoded = false;
  u32 number = 0;         // in the module
  std::string_view body;  // from after { to before }
  u32 line = 0;           // where the body begins
  std::vector<std::string> formal_names, result_names;
  std::vector<parameter_slot> formals, results;  // of an entry: in the launch's parameters; else in a frame's
  std::size_t formal_bytes = 0;
  kernel_info info;
  bool makes_calls = false, calls_by_address = false;
  std::vector<function*> callees;

  // What decoding makes of the body.
  std::vector<micro_op> code;
  std::vector<call_site> call_sites;
  std::vector<std::vector<u32>> branch_tables;
  std::vector<char> constant_room;
  char* constants = nullptr;        // each constant broadcast to 32 lanes
  std::size_t register_bytes = 0;   // of a frame
  std::size_t parameter_bytes = 0;  // of a frame, for each lane
  std::size_t local_bytes = 0;      // of a frame, for each lane
  std::size_t static_shared = 0;
  std::vector<source_location> locations;  // by PTX line

  std::size_t parameter_stride() const { return round_up(parameter_bytes, 16); }
};

struct variable {
  std::string name;
  state_space space = state_space::global;
  std::size_t size = 0, alignment = 1;
  bool is_external = false;    // .extern .shared: the dynamic part
  bool has_open_size = false;  // name[]
  char* address = nullptr;     // of .global and .const
  std::size_t offset = 0;      // of .shared and .local
  std::string_view initialiser;
  value_type element;
  u32 line = 0;
  std::unique_ptr<shadow_memory> shadow;  // of .global and .const, made when a kernel first touches it
};

}  // namespace emulator::ptx
