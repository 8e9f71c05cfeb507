/* What a benchmark or a test may ask of the emulated card: costs that no hardware decides, calls of
   the runtime, and what the checks have found. Link the library, or take the functions by
   dlsym(RTLD_DEFAULT, "emulated_costs_get"): a null pointer means that the program runs on a real
   card. Every function first runs all work that is outstanding. */
#ifndef EMULATED_COSTS_H
#define EMULATED_COSTS_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of a process that would end with 0, where the checks have found something. */
#define EMULATED_STATUS_OF_FINDINGS 88

struct emulated_costs {
  /* Of kernels. A launch counts when it runs. */
  uint64_t launches, blocks, warps;
  uint64_t warp_instructions, lane_instructions;
  uint64_t global_load_requests, global_load_sectors; /* of warps; sectors of 32 bytes */
  uint64_t global_store_requests, global_store_sectors;
  uint64_t global_load_bytes, global_store_bytes; /* that lanes asked for */
  uint64_t atomics, shared_requests, shared_conflicts, barriers, local_bytes;
  /* Of the model of caches: zero unless EMULATED_CACHES=1. Loads that an L1 lacked, and stores; what
     the L2 loads of the device's memory, and writes back to it. Dirty sectors count as written. */
  uint64_t l2_sectors, dram_load_sectors, dram_store_sectors;
  /* Calls. What a graph does counts as its launch and its nodes. Zero in the costs of one kernel. */
  uint64_t mallocs, frees, async_mallocs, async_frees, host_mallocs, host_frees, managed_mallocs;
  uint64_t allocated_bytes; /* that cudaMalloc and cudaMallocAsync gave */
  uint64_t stream_syncs, device_syncs, event_syncs, queries;
  uint64_t memcpys, memcpy_bytes, memsets, kernel_launches;
  uint64_t event_records, stream_waits, graph_launches, graph_nodes;
};

void emulated_costs_reset(void);
void emulated_costs_get(struct emulated_costs* costs);
/* Calls visit once for each kernel that has run, with its name as C++ spells it. */
void emulated_costs_of_kernels(void (*visit)(char const* kernel, struct emulated_costs const* costs, void* data),
                               void* data);

/* How often a tool has found something: "memcheck", "racecheck", "initcheck", "synccheck",
   "leakcheck", all of them where tool is null. "faults" are errors that the program has seen too,
   and are not among those. */
uint64_t emulated_findings(char const* tool);
/* Forgets them: the process ends as the program says. */
void emulated_findings_reset(void);

#ifdef __cplusplus
}
#endif
#endif
