// Barriers of a block, and of a cluster.
#pragma once

#include "launch_state.h"

namespace emulator::ptx {

// After lanes have left: groups that waited for them look again.
void release_waiting(block& b, warp& w);
// If all lanes of the cluster that live have arrived at its barrier, they go on.
void complete_cluster_barrier(cluster& together);

}  // namespace emulator::ptx
