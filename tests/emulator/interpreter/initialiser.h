// Initial values of .global and .const variables.
#pragma once

#include "module_state.h"

namespace emulator::ptx {

void initialise(module_state const& m, variable& v);

}  // namespace emulator::ptx
