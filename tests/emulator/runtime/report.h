// Costs of kernels and calls of the runtime, added up.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "../interpreter/interpreter.h"

namespace emulator::runtime {

struct call_counts {
  std::atomic<std::uint64_t> mallocs, frees, async_mallocs, async_frees, host_mallocs, host_frees, managed_mallocs,
      stream_syncs, device_syncs, event_syncs, queries, memcpys, memcpy_bytes, memsets, launches, event_records,
      stream_waits, graph_launches, graph_nodes, allocated_bytes;
};
call_counts& calls();

void add_costs(std::string const& kernel, costs const& spent);
// The model of a device's caches; null unless EMULATED_CACHES=1.
device_caches* caches_of(int device);
// What EMULATED_REPORT asks for.
void print_report();
// Has all outstanding work of all devices run.
void run_everything();

}  // namespace emulator::runtime
