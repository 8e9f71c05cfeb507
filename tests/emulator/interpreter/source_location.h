// Lines of the source, as .file and .loc name them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text_cursor.h"
#include "types.h"

namespace emulator::ptx {

struct source_position {
  u32 file = 0, line = 0, column = 0;
  bool operator==(source_position const&) const = default;
};

// A .loc directive: instructions from its line of the PTX on come from that position of the source.
struct source_location {
  u32 ptx_line = 0;
  source_position position;
  source_position inlined_at;  // the call that was inlined; line 0: none
};

// After ".loc".
source_location read_location(text_cursor& text);

using file_names = std::unordered_map<u32, std::string>;

// "scan.cuh:12, inlined at main.cu:40" for a line of the PTX: the innermost position, and the outermost call that stands in
// no file of the toolkit. Empty where nothing is known.
std::string describe_source(std::vector<source_location> const& locations, file_names const& files, u32 ptx_line);

}  // namespace emulator::ptx
