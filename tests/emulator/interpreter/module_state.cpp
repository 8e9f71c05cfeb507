#include "module_state.h"

#include <cstring>
#include <set>

#include "body_reader.h"
#include "module_reader.h"
#include "own_memory.h"
#include "register_allocation.h"

namespace emulator {

std::unique_ptr<module> module::parse(std::string_view ptx) {
  auto m = std::make_unique<ptx::module_state>();
  while (!ptx.empty() && ptx.back() == '\0') ptx.remove_suffix(1);
  m->text = ptx;
  ptx::read_module(*m);
  ptx::register_module(*m);
  return m;
}

namespace ptx {
namespace {

template <class T>
void broadcast(char* to, T value) {
  for (u32 lane = 0; lane < warp_size; ++lane) std::memcpy(to + lane * sizeof(T), &value, sizeof(T));
}

void place_constants(builder const& built, function& f) {
  constexpr std::size_t alignment = 64;
  f.constant_room.assign(built.constant_bytes + 2 * alignment, 0);
  std::size_t const room = reinterpret_cast<std::size_t>(f.constant_room.data());
  f.constants = f.constant_room.data() + (round_up(room, alignment) - room);
  for (constant const& k : built.constants) {
    char* const to = f.constants + k.offset;
    switch (k.held_as) {
      case register_class::predicate:
        std::memcpy(to, &k.bits, 4);
        break;
      case register_class::b16:
        broadcast(to, static_cast<u16>(k.bits));
        break;
      case register_class::b32:
        broadcast(to, static_cast<u32>(k.bits));
        break;
      case register_class::b64:
        broadcast(to, k.bits);
        break;
      case register_class::b128:
        broadcast(to, static_cast<i128>(static_cast<i64>(k.bits)));
        break;
    }
  }
}

}  // namespace

module_state::~module_state() { unregister_module(*this); }

kernel_info const* module_state::find_kernel(std::string_view name) const {
  std::lock_guard const lock(mutex);
  auto const found = functions.find(name);
  if (found == functions.end() || !found->second->is_entry) return nullptr;
  const_cast<module_state*>(this)->decode_with_callees(*found->second);
  return &found->second->info;
}

void* module_state::find_symbol(std::string_view name, std::size_t* size) {
  auto const found = variables.find(name);
  if (found == variables.end() || !found->second->address) return nullptr;
  if (size) *size = found->second->size;
  return found->second->address;
}

void module_state::decode(function& f) {
  if (f.is_decoded || !f.has_body) return;
  f.is_decoded = true;  // also where it fails, so that it fails once
  builder built(*this, f);
  read_body(built);
  allocate_registers(built);
  place_constants(built, f);
}

void module_state::decode_with_callees(function& first) {
  std::lock_guard const lock(mutex);
  std::vector<function*> work{&first};
  std::set<function*> seen{&first};
  std::size_t local = 0;
  while (!work.empty()) {
    function& f = *work.back();
    work.pop_back();
    decode(f);
    local += f.local_bytes;
    for (function* callee : f.callees) {
      if (callee->has_body && seen.insert(callee).second) work.push_back(callee);
    }
  }
  first.info.static_shared = first.static_shared;
  first.info.local = local;
}

}  // namespace ptx
}  // namespace emulator
