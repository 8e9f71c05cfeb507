// The texts of faults and findings.
#pragma once

#include <string>

#include "interpreter.h"
#include "micro_op.h"
#include "warp.h"

namespace emulator::ptx {

std::string demangled(std::string const& name);
std::string text_of(extent position);           // "(1,0,0)"
std::string hexadecimal(u64 value);             // "0x1f"
std::string count_of_bytes(std::size_t bytes);  // "1 byte", "4 bytes"
extent thread_position(launch_state const& launch, u32 thread);
// "block (0,0,0), thread (5,0,0)"
std::string describe_thread(context const& c, u32 lane);
// The instruction of a line of f: counted from the body's begin, for a module has hundreds of thousands of lines.
std::string instruction_of_line(function const& f, u32 ptx_line);
// The source's line where it is known, and the PTX: "scan.cu:12: ptx line 40: ld.global.u32 %r1, [%rd2];"
std::string describe_line(launch_state const& launch, u32 ptx_line);
// What ends a fault or a finding: "; kernel k, block (0,0,0), thread (5,0,0), at ...".
std::string describe_place(context const& c, micro_op const& op, u32 lane);

}  // namespace emulator::ptx
