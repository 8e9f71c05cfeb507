// unsupported_instructions FILE.ptx...: decodes every function of the files and names the
// instructions that the emulated card does not know. They would be faults if they were reached.
// Fails where there are any.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "interpreter/control.h"
#include "interpreter/messages.h"
#include "interpreter/module_state.h"

namespace {

using emulator::ptx::function;
using emulator::ptx::module_state;

// How often each unknown instruction occurs, by its text.
std::map<std::string, int> unsupported_instructions(module_state& module) {
  std::map<std::string, int> found;
  for (auto const& [name, f] : module.functions) {
    if (!f->has_body) continue;
    module.decode_with_callees(*f);
    for (auto const& op : f->code) {
      if (op.run == emulator::ptx::run_unsupported) ++found[instruction_of_line(*f, op.line)];
    }
  }
  return found;
}

// Answers how many there are.
std::size_t name_unsupported(char const* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot be read");
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  auto const module = emulator::module::parse(text);
  auto const found = unsupported_instructions(dynamic_cast<module_state&>(*module));
  for (auto const& [instruction, times] : found) {
    std::printf("%s: %d times: %s\n", path, times, instruction.c_str());
  }
  return found.size();
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t unsupported = 0;
  for (int i = 1; i < argc; ++i) {
    try {
      unsupported += name_unsupported(argv[i]);
    } catch (std::exception const& e) {
      std::printf("%s: %s\n", argv[i], e.what());
      ++unsupported;
    }
  }
  return unsupported ? 1 : 0;
}
