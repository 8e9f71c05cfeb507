// What the checks note: accesses, barriers, fences. They find races, reads of what nobody wrote, divergent barriers.
#pragma once

#include "memory_access.h"

namespace emulator::ptx {

struct access_cache;
struct cluster;

// Each of a launch, where its options ask for the checks.
// offsets: in the shared memory of a block, which is the running one or one of its cluster.
void note_shared_access(context& c, micro_op const& op, u32 lanes, memory_access const& access, block& owner,
                        u64 const* offsets);
void note_global_access(context& c, micro_op const& op, u32 lanes, memory_access const& access,
                        access_cache const& allocation, u64 const* addresses);
// An atomic or volatile access, to whatever memory, and a fence: with is_release and is_of_device of memory_flags.
void note_strong_access(context& c, micro_op const& op);
void note_fence(context& c, micro_op const& op);
// Blocks of a cluster have met: what each did comes before what each does next.
void note_meeting(cluster& together);
// A fence whose scope goes beyond the block.
void note_device_fence(context& c);

}  // namespace emulator::ptx
