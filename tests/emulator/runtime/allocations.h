// Every piece of memory that the runtime knows: where it is, what it is, whether it is there yet or
// still.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "../interpreter/interpreter.h"
#include "protection.h"

namespace emulator::runtime {

enum class memory_kind : unsigned char { device, managed, host, registered, variable };

struct allocation {
  address base = 0;
  std::size_t size = 0;
  memory_kind kind = memory_kind::device;
  int device = 0;
  char const* made_by = "";  // the call
  std::string freed_by;
  std::uint64_t serial = 0;

  bool is_live = false;         // in the order of streams: from where it is allocated to where it is freed
  bool is_freed = false;        // the program has given it back
  bool ends_now = false;        // by a call that waits for no stream
  bool is_of_graph = false;     // an allocation node's
  bool is_outstanding = false;  // a launch of its graph made it, and no call has freed it since
  bool is_read_only = false;

  cudaMemPool_t pool = nullptr;
  std::size_t counted = 0;  // bytes that it takes of the device's memory, or of the pool's
  unsigned flags = 0;       // of cudaHostAlloc and cudaHostRegister
  page_range pages;         // none: the host's own memory
  std::unique_ptr<shadow_memory> shadow;

  // What cudaMemAdvise said of managed memory.
  bool is_read_mostly = false;
  int preferred = cudaInvalidDeviceId;
  std::vector<int> accessed_by;

  char* begin() const { return reinterpret_cast<char*>(base); }
  bool holds(address a) const { return a >= base && (a < base + size || (size == 0 && a == base)); }
  bool is_closed_to_host() const { return kind == memory_kind::device || kind == memory_kind::variable; }
};
using allocation_pointer = std::shared_ptr<allocation>;

// Also those that were freed: their addresses are never used again, so that an address names one
// allocation for ever.
struct allocation_map {
  std::shared_mutex mutex;
  std::map<address, allocation_pointer> by_base;
};
allocation_map& allocations();

allocation_pointer find_allocation(void const* p);  // that holds p, live or not; null if none
// What an address is, for messages: "16 bytes past the end of 400 bytes of device memory of device
// 0 at 0x... by cudaMalloc".
std::string describe(void const* p);

// Addresses for an allocation, which is not there before materialise(). Null where there is no
// address space.
allocation_pointer reserve(std::size_t bytes, memory_kind kind, int device, char const* made_by);
// An allocation of memory that is somebody else's: registered by the program, or a variable of a
// module.
allocation_pointer adopt(void* p, std::size_t bytes, memory_kind kind, int device, char const* made_by);
// Gives it memory, full of a pattern that the seed chooses, with red zones on both sides.
bool materialise(allocation& a);
// Takes the memory away. What was written into a red zone is a finding.
void vanish(allocation& a);
// Looks at the red zones of what is live.
void check_red_zones();

// What the interpreter sees: allocations that a kernel of this device reaches.
region region_for(void const* p, int device);
std::string describe_for(void const* p, int device);

}  // namespace emulator::runtime
