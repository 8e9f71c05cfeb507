#include "allocations.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "findings.h"
#include "messages.h"
#include "settings.h"
#include "state.h"

namespace emulator::runtime {
namespace {

// What the runtime promises of an allocation's alignment, and no more: 256 bytes. Page-locked
// memory begins with a page.
constexpr std::size_t alignment = 256;
constexpr unsigned char red_zone_byte = 0xFB;

std::size_t rounded_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

unsigned char fresh_byte(allocation const& a) {
  std::uint64_t const seed = settings().seed;
  return seed == 0 ? std::uint8_t{0xA5} : static_cast<unsigned char>((seed * 37 + a.serial * 101) | 1);
}

char const* name_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::device:
      return "device";
    case memory_kind::managed:
      return "managed";
    case memory_kind::host:
      return "page-locked";
    case memory_kind::registered:
      return "registered";
    case memory_kind::variable:
      return "a variable's";
  }
  return "";
}

std::string text_of(allocation const& a) {
  char where[40];
  std::snprintf(where, sizeof where, "%p", static_cast<void*>(a.begin()));
  std::string text = std::to_string(a.size) + " bytes of " + name_of(a.kind) + " memory of device " +
                     std::to_string(a.device) + " at " + where + " by " + a.made_by;
  if (a.is_freed) text += (a.is_live ? ", to be freed by " : ", freed by ") + a.freed_by;
  else if (!a.is_live) text += ", which its stream has not reached, or has left behind";
  return text;
}

void insert(allocation_pointer const& a) {
  static std::atomic<std::uint64_t> serial{0};
  a->serial = ++serial;
  std::unique_lock const guard(allocations().mutex);
  allocations().by_base[a->base] = a;
}

// The bytes of the pages before and behind an allocation.
template <class F>
void for_each_red_zone(allocation const& a, F const& f) {
  auto* const pages = reinterpret_cast<unsigned char*>(a.pages.begin);
  std::size_t const before = a.base - a.pages.begin;
  f(pages, before);
  f(pages + before + a.size, a.pages.size - before - a.size);
}

void check_red_zones_of(allocation const& a) {
  device_access const access;
  for_each_red_zone(a, [&](unsigned char const* zone, std::size_t size) {
    auto const* const wrong = std::find_if(zone, zone + size, [](unsigned char c) { return c != red_zone_byte; });
    if (wrong != zone + size) {
      report_finding(
          {check::memcheck, "", "somebody wrote " + describe(wrong) + " (seen when the red zone was checked)"});
    }
  });
}

}  // namespace

allocation_map& allocations() {
  static allocation_map* const all = new allocation_map;
  return *all;
}

allocation_pointer find_allocation(void const* p) {
  auto const where = reinterpret_cast<address>(p);
  std::shared_lock const guard(allocations().mutex);
  auto& all = allocations().by_base;
  auto next = all.upper_bound(where);
  if (next == all.begin()) return nullptr;
  auto const& a = std::prev(next)->second;
  return a->holds(where) ? a : nullptr;
}

std::string describe(void const* p) {
  auto const where = reinterpret_cast<address>(p);
  allocation_pointer below, above;
  {
    std::shared_lock const guard(allocations().mutex);
    auto& all = allocations().by_base;
    auto const next = all.upper_bound(where);
    if (next != all.end()) above = next->second;
    if (next != all.begin()) below = std::prev(next)->second;
  }
  // Allocations on pages of their own are far from what is not theirs; around the host's memory
  // little can be said.
  auto const reach = [](allocation const& a) {
    return a.pages.size != 0 ? std::size_t{1} << 20 : std::size_t{256};
  };
  auto const bytes = [](address n) { return std::to_string(n) + (n == 1 ? " byte " : " bytes "); };
  if (below && below->holds(where))
    return "byte " + std::to_string(where - below->base) + " of " + text_of(*below);
  if (below && where - (below->base + below->size) < reach(*below)) {
    address const distance = where - (below->base + below->size);
    return (distance == 0 ? "directly" : bytes(distance)) + std::string(distance == 0 ? " " : "") +
           "past the end of " + text_of(*below);
  }
  if (above && above->base - where < reach(*above))
    return bytes(above->base - where) + "before " + text_of(*above);
  return "memory that no call of CUDA has given: the host's, or nobody's";
}

allocation_pointer reserve(std::size_t bytes, memory_kind kind, int device, char const* made_by) {
  std::size_t const before = kind == memory_kind::host ? 0 : alignment;
  auto a = std::make_shared<allocation>();
  a->pages = take_pages(rounded_up(bytes + before, page_size), kind == memory_kind::device);
  if (a->pages.size == 0) return nullptr;
  a->base = a->pages.begin + before;
  a->size = bytes;
  a->kind = kind;
  a->device = device;
  a->made_by = made_by;
  insert(a);
  return a;
}

allocation_pointer adopt(void* p, std::size_t bytes, memory_kind kind, int device, char const* made_by) {
  auto a = std::make_shared<allocation>();
  a->base = reinterpret_cast<address>(p);
  a->size = bytes;
  a->kind = kind;
  a->device = device;
  a->made_by = made_by;
  a->is_live = true;
  insert(a);
  return a;
}

bool materialise(allocation& a) {
  if (!open_pages(a.pages)) {
    say("no memory for an allocation of %zu bytes", a.size);
    return false;
  }
  {
    device_access const access;
    for_each_red_zone(a, [](unsigned char* zone, std::size_t size) { std::memset(zone, red_zone_byte, size); });
    std::memset(a.begin(), fresh_byte(a), a.size);
  }
  if (settings().checks.initcheck || settings().checks.racecheck) {
    a.shadow = shadow_memory::make(a.size, settings().checks.initcheck && a.kind == memory_kind::device);
  }
  a.is_live = true;
  return true;
}

void vanish(allocation& a) {
  if (!a.is_live) return;
  check_red_zones_of(a);
  a.is_live = false;
  a.shadow = nullptr;
  drop_pages(a.pages);
}

void check_red_zones() {
  std::vector<allocation_pointer> live;
  {
    std::shared_lock const guard(allocations().mutex);
    for (auto const& [base, a] : allocations().by_base) {
      if (a->is_live && a->pages.size != 0) live.push_back(a);
    }
  }
  for (auto const& a : live) check_red_zones_of(*a);
}

// Kernels of other devices reach memory of a pool that is open to them, and other memory where peer
// access is enabled.
static bool is_reachable(allocation const& a, int device) {
  if (a.kind != memory_kind::device || a.device == device) return true;
  lock const l(state().mutex);
  if (a.pool == nullptr) return state().devices[device].peers.contains(a.device);
  auto const access = a.pool->access.find(device);
  return access != a.pool->access.end() && access->second != cudaMemAccessFlagsProtNone;
}

region region_for(void const* p, int device) {
  auto const a = find_allocation(p);
  if (!a || !a->is_live || !is_reachable(*a, device)) return {};
  return {a->begin(), a->size, a->is_read_only, a->shadow.get()};
}

std::string describe_for(void const* p, int device) {
  auto const a = find_allocation(p);
  std::string text = describe(p);
  if (a && a->is_live && !is_reachable(*a, device))
    text += ", to which device " + std::to_string(device) + " has no access";
  return text;
}

}  // namespace emulator::runtime
