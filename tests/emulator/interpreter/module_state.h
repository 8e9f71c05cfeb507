// A module: its text, functions and variables.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "access_cache.h"
#include "function.h"
#include "interpreter.h"
#include "text_cursor.h"

namespace emulator::ptx {

class module_state final : public module {
 public:
  module_state() = default;
  module_state(module_state const&) = delete;
  module_state& operator=(module_state const&) = delete;
  ~module_state() override;

  kernel_info const* find_kernel(std::string_view name) const override;
  void* find_symbol(std::string_view name, std::size_t* size) override;
  void launch(std::string_view kernel, launch_config const& config, void* const* parameters,
              find_region const& memory, describe_address const& describe, launch_options const& options,
              costs* spent) override;

  // Decodes a function, and all that it calls. Bodies are decoded when they are first asked for.
  void decode_with_callees(function& first);

  std::string text;
  std::unordered_map<std::string_view, std::unique_ptr<function>> functions;
  std::unordered_map<std::string_view, std::unique_ptr<variable>> variables;
  file_names files;
  std::vector<char> variable_room;
  std::map<char*, variable*> variables_by_address;
  std::size_t shared_of_module = 0;  // bytes of .shared variables outside of functions
  u32 memory_accesses = 0;           // micro-ops that have a cache of their last allocation
  std::vector<access_cache> caches;  // by micro_op::index
  mutable std::recursive_mutex mutex;

 private:
  void decode(function& f);
};

}  // namespace emulator::ptx
