#include "own_memory.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "module_state.h"

namespace emulator::ptx {
namespace {

struct heap_block {
  std::size_t size;
  std::unique_ptr<shadow_memory> shadow;
};

std::mutex mutex;
std::vector<module_state*> modules;
std::map<char*, heap_block> heap;

region find_variable(module_state const& where, char* address) {
  auto const after = where.variables_by_address.upper_bound(address);
  if (after == where.variables_by_address.begin()) return {};
  variable& found = *std::prev(after)->second;
  if (address >= found.address + found.size) return {};
  if (!found.shadow) found.shadow = shadow_memory::make(found.size, false);
  return {found.address, found.size, found.space == state_space::constant, found.shadow.get()};
}

}  // namespace

void register_module(module_state& which) {
  std::lock_guard const lock(mutex);
  modules.push_back(&which);
}

void unregister_module(module_state& which) {
  std::lock_guard const lock(mutex);
  std::erase(modules, &which);
}

region find_own_memory(void const* address) {
  std::lock_guard const lock(mutex);
  char* const at = static_cast<char*>(const_cast<void*>(address));
  for (module_state* m : modules) {
    if (region const found = find_variable(*m, at); found.base) return found;
  }
  auto const after = heap.upper_bound(at);
  if (after == heap.begin()) return {};
  auto const& [base, found] = *std::prev(after);
  if (at >= base + found.size) return {};
  return {base, found.size, false, found.shadow.get()};
}

function* find_function(u64 address) {
  std::lock_guard const lock(mutex);
  for (module_state* m : modules) {
    for (auto const& [name, f] : m->functions) {
      if (reinterpret_cast<u64>(f.get()) == address) return f.get();
    }
  }
  return nullptr;
}

void* allocate_on_device(std::size_t bytes) {
  std::size_t const size = std::max<std::size_t>(bytes, 1);
  char* const base = static_cast<char*>(std::aligned_alloc(16, round_up(size, 16)));
  if (!base) return nullptr;
  std::lock_guard const lock(mutex);
  heap[base] = {size, shadow_memory::make(size, true)};
  return base;
}

bool free_on_device(void* address) {
  if (!address) return true;
  std::lock_guard const lock(mutex);
  if (heap.erase(static_cast<char*>(address)) == 0) return false;
  std::free(address);
  return true;
}

}  // namespace emulator::ptx
