// Barriers of a block, and of a cluster.
#pragma once

#include "launch_state.h"

namespace emulator::ptx {

// After lanes have left: groups that waited for them look again.
void release_waiting(block& b, warp& w);

}  // namespace emulator::ptx
