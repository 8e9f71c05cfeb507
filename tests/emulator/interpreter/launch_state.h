// Blocks and the launch that they belong to.
#pragma once

#include <memory>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "access_cache.h"
#include "function.h"
#include "global_order.h"
#include "interpreter.h"
#include "shared_shadow.h"
#include "warp.h"

namespace emulator::ptx {

struct cluster;
struct launch_state;
class cache_model;

// A barrier of a block, between its first arrival and its completion.
struct block_barrier {
  bool is_used = false;
  bool is_aligned = true;          // every arrival was of a whole warp
  u32 expected = 0;                // threads; 0: all of the block
  u32 arrived_only = 0;            // threads of bar.arrive
  u32 arrived[warp_size] = {};     // lanes that wait, by warp
  bool any = false, every = true;  // of barrier.red
  u32 count = 0;
  warp_clocks known{};  // what those who go on know; see thread_order
};
constexpr u32 barriers_of_block = 16;

struct block {
  launch_state* launch = nullptr;
  cluster* member_of = nullptr;
  u32 cluster_rank = 0;
  extent position;
  u64 index = 0;
  std::vector<char> shared_room;
  char* shared = nullptr;
  std::unique_ptr<char[]> local_room;
  std::size_t local_size = 0;
  char* local = nullptr;
  std::vector<std::unique_ptr<warp>> warps;
  u32 live_warps = 0;
  block_barrier barriers[barriers_of_block];
  std::unique_ptr<shared_shadow> shadow;  // null: not checked
  u32 device_fences = 0;                  // that the block has executed and the launch's order knows
};

// Blocks that run together and reach one another's shared memory: one block where the launch asks for no clusters.
struct cluster {
  std::vector<std::unique_ptr<block>> blocks;  // by rank

  bool is_done() const {
    for (auto const& b : blocks) {
      if (b->live_warps) return false;
    }
    return true;
  }
};

struct launch_state {
  module_state* owner = nullptr;
  function* kernel = nullptr;
  launch_config config;
  launch_options options;
  find_region const* find = nullptr;
  describe_address const* describe = nullptr;
  costs spent;
  cache_model* caches = nullptr;  // null: not modelled
  std::vector<char> parameters;
  u32 threads = 0, warps = 0;  // of a block
  std::size_t static_shared = 0, dynamic_shared_offset = 0, shared_size = 0;
  std::size_t local_stride = 0;  // local memory of a thread
  u64 number = 0;                // of the launch; a new one makes the caches stale
  global_order order;
  std::set<std::tuple<check, u32, u32>> found;  // findings by their lines
  bool checks_shared = false, checks_global_races = false;
  std::vector<char> grid_workspace;  // of cooperative launches, as %envreg1 and 2 tell
  std::unordered_map<u64, function*> called_by_address;
  u64 random_state = 1;
  u64 clock = 0;

  access_cache& cache_of(micro_op const& op);
  void forget_caches();

  u64 random() {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
  }
};

extent position_of_block(launch_state const& launch, u64 index);

}  // namespace emulator::ptx
