#include "messages.h"

#include <cxxabi.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "launch_state.h"
#include "module_state.h"

namespace emulator::ptx {

std::string demangled(std::string const& name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  constexpr std::size_t longest = 600;
  if (result.size() > longest) result = result.substr(0, 400) + " ... " + result.substr(result.size() - 150);
  return result;
}

std::string text_of(extent position) {
  return "(" + std::to_string(position.x) + "," + std::to_string(position.y) + "," + std::to_string(position.z) +
         ")";
}

std::string hexadecimal(u64 value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string count_of_bytes(std::size_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

extent thread_position(launch_state const& launch, u32 thread) {
  extent const n = launch.config.block;
  return {thread % n.x, thread / n.x % n.y, thread / n.x / n.y};
}

std::string describe_thread(context const& c, u32 lane) {
  u32 const thread = c.running_warp->index * warp_size + lane;
  return "block " + text_of(c.running_block->position) + ", thread " + text_of(thread_position(*c.launch, thread));
}

// A line of PTX lies in one function.
static function const* function_of_line(module_state const& m, u32 ptx_line) {
  function const* best = nullptr;
  for (auto const& [name, f] : m.functions) {
    if (f->has_body && f->line <= ptx_line && (!best || f->line > best->line)) best = f.get();
  }
  return best;
}

std::string instruction_of_line(function const& f, u32 ptx_line) {
  std::string_view rest = f.body;
  for (u32 line = f.line; line < ptx_line; ++line) {
    std::size_t const end = rest.find('\n');
    if (end == rest.npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  std::string result(rest);
  std::replace(result.begin(), result.end(), '\t', ' ');
  if (result.ends_with(';')) result.pop_back();
  return result;
}

std::string describe_line(launch_state const& launch, u32 ptx_line) {
  module_state const& m = *launch.owner;
  std::string const line = "ptx line " + std::to_string(ptx_line);
  function const* const f = function_of_line(m, ptx_line);
  if (!f) return line;
  std::string const source = describe_source(f->locations, m.files, ptx_line);
  return (source.empty() ? "" : source + ": ") + line + ": " + instruction_of_line(*f, ptx_line);
}

std::string describe_place(context const& c, micro_op const& op, u32 lane) {
  std::string text = "; kernel " + demangled(c.launch->kernel->name) + ", " + describe_thread(c, lane);
  function const& running = *c.at->running;
  if (&running != c.launch->kernel) text += ", in " + demangled(running.name);
  return text + ", at " + describe_line(*c.launch, op.line);
}

// The tool of compute-sanitizer that finds such a fault.
static std::string tool_of(fault_kind kind) {
  switch (kind) {
    case fault_kind::illegal_address:
    case fault_kind::misaligned_address:
    case fault_kind::stack_overflow:
      return "memcheck: ";
    case fault_kind::invalid_synchronisation:
      return "synccheck: ";
    default:
      return {};
  }
}

void fail(context& c, micro_op const& op, u32 lane, fault_kind kind, std::string const& text) {
  throw fault(kind, tool_of(kind) + text + describe_place(c, op, lane));
}

}  // namespace emulator::ptx
