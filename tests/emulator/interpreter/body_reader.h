// Reads the body of a function into a builder.
#pragma once

#include "builder.h"

namespace emulator::ptx {

void read_body(builder& build);

}  // namespace emulator::ptx
