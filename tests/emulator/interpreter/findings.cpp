#include "findings.h"

#include "launch_state.h"
#include "messages.h"

namespace emulator::ptx {

bool is_new_finding(launch_state& launch, check tool, u32 line, u32 other_line) {
  return launch.found.emplace(tool, line, other_line).second;
}

void report_finding(context const& c, micro_op const& op, u32 lane, check tool, std::string const& text) {
  c.launch->options.report({tool, demangled(c.launch->kernel->name), text + describe_place(c, op, lane)});
}

}  // namespace emulator::ptx
