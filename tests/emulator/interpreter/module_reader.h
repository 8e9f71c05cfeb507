// Reads the directives of a module. Bodies of functions stay text.
#pragma once

#include "module_state.h"

namespace emulator::ptx {

void read_module(module_state& m);

}  // namespace emulator::ptx
