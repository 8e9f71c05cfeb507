// Lines of the source, as .file and .loc name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types.h"

namespace emulator::ptx {

// A .loc directive: from this line of the PTX on, instructions come from that line of the source.
struct source_location {
  u32 ptx_line = 0;
  u32 file = 0, line = 0;                // line 0: none
  u32 parent_file = 0, parent_line = 0;  // where the call that was inlined stands; 0: not inlined
  u32 parent = 0;  // the index in function::locations of the .loc of the caller, plus 1; 0: unknown
};

}  // namespace emulator::ptx
