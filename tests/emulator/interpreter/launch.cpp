#include <algorithm>
#include <cfenv>
#include <cstring>

#include "cache_model.h"
#include "launch_state.h"
#include "messages.h"
#include "module_state.h"
#include "scheduler.h"

namespace emulator {

costs& costs::operator+=(costs const& other) {
  launches += other.launches;
  blocks += other.blocks;
  warps += other.warps;
  warp_instructions += other.warp_instructions;
  lane_instructions += other.lane_instructions;
  global_load_requests += other.global_load_requests;
  global_load_sectors += other.global_load_sectors;
  global_store_requests += other.global_store_requests;
  global_store_sectors += other.global_store_sectors;
  global_load_bytes += other.global_load_bytes;
  global_store_bytes += other.global_store_bytes;
  atomics += other.atomics;
  shared_requests += other.shared_requests;
  shared_conflicts += other.shared_conflicts;
  barriers += other.barriers;
  local_bytes += other.local_bytes;
  l2_sectors += other.l2_sectors;
  dram_load_sectors += other.dram_load_sectors;
  dram_store_sectors += other.dram_store_sectors;
  clock_cycles += other.clock_cycles;
  return *this;
}

namespace ptx {

access_cache& launch_state::cache_of(micro_op const& op) {
  if (op.index >= owner->caches.size()) owner->caches.resize(owner->memory_accesses + 1);
  access_cache& cache = owner->caches[op.index];
  if (cache.launch != number) {
    cache = {};
    cache.launch = number;
  }
  return cache;
}

void launch_state::forget_caches() {
  static u64 last = 0;
  number = ++last;
}

extent position_of_block(launch_state const& launch, u64 index) {
  extent const grid = launch.config.grid;
  return {static_cast<unsigned>(index % grid.x), static_cast<unsigned>(index / grid.x % grid.y),
          static_cast<unsigned>(index / grid.x / grid.y)};
}

namespace {

constexpr u64 most_threads_of_block = 1024;

[[noreturn]] void fail_launch(function const& kernel, std::string const& reason) {
  throw fault(fault_kind::invalid_launch, reason + "; kernel " + demangled(kernel.name));
}

void check_config(function const& kernel, launch_config const& config) {
  u64 const threads = u64{config.block.x} * config.block.y * config.block.z;
  if (threads == 0 || threads > most_threads_of_block || threads > kernel.info.max_threads) {
    fail_launch(kernel, "a launch of " + std::to_string(threads) + " threads per block of a kernel for " +
                            std::to_string(kernel.info.max_threads));
  }
  extent const grid = config.grid, cluster = config.cluster;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) fail_launch(kernel, "a launch without blocks");
  if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0 || grid.x % cluster.x || grid.y % cluster.y ||
      grid.z % cluster.z) {
    fail_launch(kernel, "a grid of " + text_of(grid) + " blocks in clusters of " + text_of(cluster));
  }
}

// Local memory of a thread. Calls that nobody can count in advance get a stack.
std::size_t local_memory_of_thread(function const& kernel) {
  if (!kernel.makes_calls) return round_up(kernel.local_bytes, 16);
  bool is_deep = kernel.calls_by_address;
  for (function const* callee : kernel.callees) is_deep |= callee->makes_calls;
  return round_up(kernel.info.local + 1024 + (is_deep ? 65536 : 1024), 16);
}

void lay_out_shared_memory(launch_state& launch) {
  std::size_t alignment = 16;
  for (auto const& [name, v] : launch.owner->variables) {
    if (v->space == state_space::shared && v->is_external) alignment = std::max(alignment, v->alignment);
  }
  launch.static_shared = launch.kernel->info.static_shared;
  launch.dynamic_shared_offset = round_up(launch.static_shared, alignment);
  std::size_t const dynamic = launch.config.dynamic_shared;
  launch.shared_size = dynamic ? launch.dynamic_shared_offset + dynamic : launch.static_shared;
}

void copy_parameters(launch_state& launch, void* const* parameters) {
  constexpr std::size_t room_for_vectors = 64;
  kernel_info const& info = launch.kernel->info;
  launch.parameters.assign(info.parameter_bytes + room_for_vectors, 0);
  for (std::size_t k = 0; k < info.parameters.size(); ++k) {
    std::memcpy(launch.parameters.data() + info.parameters[k].offset, parameters[k], info.parameters[k].size);
  }
}

// The host's rounding mode, as long as kernels run, is to nearest.
class rounding_to_nearest {
 public:
  rounding_to_nearest() : before(std::fegetround()) { std::fesetround(FE_TONEAREST); }
  ~rounding_to_nearest() { std::fesetround(before); }
  rounding_to_nearest(rounding_to_nearest const&) = delete;
  rounding_to_nearest& operator=(rounding_to_nearest const&) = delete;

 private:
  int before;
};

}  // namespace

void module_state::launch(std::string_view name, launch_config const& config, void* const* parameters,
                          find_region const& memory, describe_address const& describe,
                          launch_options const& options, costs* spent) {
  launch_state launched;
  {
    std::lock_guard const lock(mutex);
    auto const found = functions.find(name);
    if (found == functions.end() || !found->second->is_entry) {
      throw fault(fault_kind::invalid_launch, "no kernel " + std::string(name));
    }
    launched.kernel = found->second.get();
    decode_with_callees(*launched.kernel);
  }
  check_config(*launched.kernel, config);
  launched.owner = this;
  launched.config = config;
  launched.options = options;
  bool const reports = options.report != nullptr;
  bool const has_blocks = u64{config.grid.x} * config.grid.y * config.grid.z > 1;
  launched.checks_global_races = reports && options.racecheck && has_blocks;
  launched.checks_shared = reports && (options.racecheck || options.initcheck);
  launched.find = &memory;
  launched.describe = &describe;
  launched.caches = static_cast<cache_model*>(options.caches);
  if (launched.caches) launched.caches->begin_launch();
  launched.random_state = options.seed * 0x9e3779b97f4a7c15u + 0x1234567;
  if (!launched.random_state) launched.random_state = 1;
  launched.threads = config.block.x * config.block.y * config.block.z;
  launched.warps = (launched.threads + warp_size - 1) / warp_size;
  launched.local_stride = local_memory_of_thread(*launched.kernel);
  launched.forget_caches();
  launched.grid_workspace.assign(256, 0);
  launched.spent.launches = 1;
  lay_out_shared_memory(launched);
  copy_parameters(launched, parameters);
  rounding_to_nearest const rounding;
  try {
    scheduler(launched).run();
  } catch (...) {
    if (spent) *spent += launched.spent;
    throw;
  }
  launched.spent.clock_cycles = launched.clock;
  if (spent) *spent += launched.spent;
}

}  // namespace ptx
}  // namespace emulator
