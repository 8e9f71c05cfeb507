// Memory of the device as it is counted: what cudaMalloc and pools take of it, and what a pool
// keeps.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>

struct CUmemPoolHandle_st {
  int device = 0;
  bool is_default = false;
  bool is_destroyed = false;
  std::uint64_t threshold = 0;  // what a wait for the device leaves in it
  std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  std::size_t most = 0;  // bytes; 0: any number
  int reuse[3] = {1, 1, 1};
  std::uint64_t blocks = 0;  // allocations that live in it
  std::map<int, cudaMemAccessFlags> access;
};

namespace emulator::runtime {

// All with the mutex of state() held.

// Counts a call that allocates; true for the one that EMULATED_FAIL_ALLOCATION names.
bool is_allocation_to_fail();
bool take_device_memory(int device, std::size_t bytes);

// What one allocation counts.
std::size_t counted_size(std::size_t bytes);
bool take_from_pool(CUmemPoolHandle_st& pool, std::size_t bytes);
void give_to_pool(CUmemPoolHandle_st& pool, std::size_t bytes);
cudaMemPool_t current_pool(int device);
void trim_pools_after_wait(int device);
void destroy_pools(int device);

}  // namespace emulator::runtime
