// Gives virtual registers their places in a frame. Those that are never alive together share one.
#pragma once

#include "builder.h"

namespace emulator::ptx {

// Fills the operands and guards of the function's micro-ops.
void allocate_registers(builder& build);

}  // namespace emulator::ptx
