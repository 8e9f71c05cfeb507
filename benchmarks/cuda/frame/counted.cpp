#include "counted.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "../../../tests/emulator/costs.h"

namespace {

struct counter_functions {
  decltype(&emulated_costs_reset) reset;
  decltype(&emulated_costs_get) get;
};

/// Looks for the functions in the runtime that the program has loaded. The toolkit's has none.
counter_functions find_functions() {
  counter_functions found{};
  void *const reset = dlsym(RTLD_DEFAULT, "emulated_costs_reset"), *const get =
                                                                       dlsym(RTLD_DEFAULT, "emulated_costs_get");
  static_assert(sizeof found.reset == sizeof reset && sizeof found.get == sizeof get);
  std::memcpy(&found.reset, &reset, sizeof reset);
  std::memcpy(&found.get, &get, sizeof get);
  return found;
}

}  // namespace

bool is_counted() {
  char const* const value = std::getenv("THRUM_BENCHMARK_COUNTED");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

bool can_count() {
  counter_functions const found = find_functions();
  return found.reset != nullptr && found.get != nullptr;
}

std::vector<std::pair<std::string, double>> costs_of(std::function<void()> const& call) {
  static counter_functions const functions = find_functions();
  if (functions.reset == nullptr || functions.get == nullptr) throw std::runtime_error("no emulated card");
  functions.reset();
  got_before = {};
  call();
  emulated_costs c{};
  functions.get(&c);
  auto const number = [](auto x) { return static_cast<double>(x); };
  return {{"launches", number(c.launches)},
          {"blocks", number(c.blocks)},
          {"lane_instructions", number(c.lane_instructions)},
          {"warp_instructions", number(c.warp_instructions)},
          {"load_sectors", number(c.global_load_sectors)},
          {"store_sectors", number(c.global_store_sectors)},
          {"l2_sectors", number(c.l2_sectors)},
          {"dram_load_sectors", number(c.dram_load_sectors)},
          {"dram_store_sectors", number(c.dram_store_sectors)},
          {"conflicts", number(c.shared_conflicts)},
          {"shared_requests", number(c.shared_requests)},
          {"local_bytes", number(c.local_bytes)},
          {"atomics", number(c.atomics)},
          {"barriers", number(c.barriers)},
          {"allocations", number(c.mallocs + c.async_mallocs + got_before.allocations)},
          {"allocated_bytes", number(c.allocated_bytes + got_before.bytes)},
          {"mallocs", number(c.mallocs)},
          {"frees", number(c.frees)},
          {"host_mallocs", number(c.host_mallocs)},
          {"waits", number(c.stream_syncs + c.device_syncs + c.event_syncs)},
          {"copies", number(c.memcpys)},
          {"copied_bytes", number(c.memcpy_bytes)},
          {"fills", number(c.memsets)}};
}
