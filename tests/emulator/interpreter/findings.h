// Reports what the checks find: once for each pair of PTX lines of a launch.
#pragma once

#include <string>

#include "interpreter.h"
#include "micro_op.h"
#include "warp.h"

namespace emulator::ptx {

// Whether nothing has been reported yet about these two lines. Asked before the text is made, which takes long.
bool is_new_finding(launch_state& launch, check tool, u32 line, u32 other_line);
// Reports "TEXT; kernel, block, thread, line".
void report_finding(context const& c, micro_op const& op, u32 lane, check tool, std::string const& text);

}  // namespace emulator::ptx
