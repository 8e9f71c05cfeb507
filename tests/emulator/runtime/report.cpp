#include "report.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "../costs.h"
#include "messages.h"
#include "streams.h"

namespace emulator::runtime {

call_counts& calls() {
  static call_counts* const all = new call_counts{};
  return *all;
}

namespace {

struct book_of_costs {
  std::mutex mutex;
  std::map<std::string, costs> kernels;
  costs sum;
};
book_of_costs& book() {
  static book_of_costs* const all = new book_of_costs;
  return *all;
}

std::string demangled(std::string const& name) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> const text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : name;
}

// A kernel's name for a line: without its parameters, and without what is deep in angle brackets.
std::string shortened(std::string const& name) {
  constexpr std::string_view anonymous = "(anonymous namespace)";
  constexpr std::size_t most = 160;
  std::string const full = demangled(name);
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < full.size(); ++i) {
    bool const is_anonymous = full.compare(i, anonymous.size(), anonymous) == 0;
    if (full[i] == '<' && ++depth == 3) out += "<..";
    if (is_anonymous && depth < 3) out += anonymous;
    if (is_anonymous) i += anonymous.size() - 1;
    else if (depth == 0 && full[i] == '(') break;
    else if (depth < 3) out += full[i];
    if (full[i] == '>' && depth-- == 3) out += ">";
  }
  if (out.size() > most) out.replace(most - 3, out.npos, "...");
  return out;
}

emulated_costs as_c(costs const& k) {
  emulated_costs c{};
  c.launches = k.launches;
  c.blocks = k.blocks;
  c.warps = k.warps;
  c.warp_instructions = k.warp_instructions;
  c.lane_instructions = k.lane_instructions;
  c.global_load_requests = k.global_load_requests;
  c.global_load_sectors = k.global_load_sectors;
  c.global_store_requests = k.global_store_requests;
  c.global_store_sectors = k.global_store_sectors;
  c.global_load_bytes = k.global_load_bytes;
  c.global_store_bytes = k.global_store_bytes;
  c.atomics = k.atomics;
  c.shared_requests = k.shared_requests;
  c.shared_conflicts = k.shared_conflicts;
  c.barriers = k.barriers;
  c.local_bytes = k.local_bytes;
  c.l2_sectors = k.l2_sectors;
  c.dram_load_sectors = k.dram_load_sectors;
  c.dram_store_sectors = k.dram_store_sectors;
  return c;
}

void add_calls(emulated_costs& c) {
  call_counts const& n = calls();
  c.mallocs = n.mallocs;
  c.frees = n.frees;
  c.async_mallocs = n.async_mallocs;
  c.async_frees = n.async_frees;
  c.host_mallocs = n.host_mallocs;
  c.host_frees = n.host_frees;
  c.managed_mallocs = n.managed_mallocs;
  c.allocated_bytes = n.allocated_bytes;
  c.stream_syncs = n.stream_syncs;
  c.device_syncs = n.device_syncs;
  c.event_syncs = n.event_syncs;
  c.queries = n.queries;
  c.memcpys = n.memcpys;
  c.memcpy_bytes = n.memcpy_bytes;
  c.memsets = n.memsets;
  c.kernel_launches = n.launches;
  c.event_records = n.event_records;
  c.stream_waits = n.stream_waits;
  c.graph_launches = n.graph_launches;
  c.graph_nodes = n.graph_nodes;
}

// No operation may run.
template <class Visit>
void for_each_cache(Visit visit) {
  for (int device = 0; device < settings().devices; ++device) {
    if (device_caches* const caches = caches_of(device)) visit(*caches);
  }
}

std::uint64_t dirty_sectors() {
  std::uint64_t sum = 0;
  for_each_cache([&](device_caches const& caches) { sum += caches.dirty_sectors(); });
  return sum;
}

unsigned long long wide(std::uint64_t n) { return n; }

void print_calls(std::FILE* to) {
  emulated_costs c{};
  add_calls(c);
  std::fprintf(to,
               "emulated card: calls: %llu launches, %llu cudaMalloc, %llu cudaFree, %llu cudaMallocAsync, %llu "
               "cudaFreeAsync, %llu bytes allocated, "
               "%llu page-locked and %llu managed allocations, %llu copies (%llu bytes), %llu fills, waits for "
               "streams %llu, "
               "devices %llu, events %llu, %llu queries, %llu records, %llu waits of streams, %llu graph launches "
               "(%llu nodes)\n",
               wide(c.kernel_launches), wide(c.mallocs), wide(c.frees), wide(c.async_mallocs), wide(c.async_frees),
               wide(c.allocated_bytes), wide(c.host_mallocs), wide(c.managed_mallocs), wide(c.memcpys),
               wide(c.memcpy_bytes), wide(c.memsets), wide(c.stream_syncs), wide(c.device_syncs),
               wide(c.event_syncs), wide(c.queries), wide(c.event_records), wide(c.stream_waits),
               wide(c.graph_launches), wide(c.graph_nodes));
}

void print_caches(std::FILE* to) {
  if (!settings().caches) return;
  std::uint64_t const dirty = dirty_sectors();
  std::lock_guard const guard(book().mutex);
  costs const& sum = book().sum;
  std::fprintf(to, "emulated card: caches: %llu sectors of the L2, %llu loaded from memory, %llu stored\n",
               wide(sum.l2_sectors), wide(sum.dram_load_sectors), wide(sum.dram_store_sectors + dirty));
}

void print_line(std::FILE* to, costs const& k, std::string const& name) {
  std::fprintf(to, "emulated card: %9llu %12llu %10llu %10llu %12llu %12llu %9llu %9llu  %s\n", wide(k.launches),
               wide(k.warp_instructions), wide(k.global_load_sectors), wide(k.global_store_sectors),
               wide(k.global_load_bytes), wide(k.global_store_bytes), wide(k.shared_conflicts), wide(k.atomics),
               name.c_str());
}

// The most expensive kernel first.
void print_kernels(std::FILE* to) {
  std::fprintf(to, "emulated card: %9s %12s %10s %10s %12s %12s %9s %9s  kernel\n", "launches", "warp instr",
               "sectors ld", "sectors st", "bytes ld", "bytes st", "conflicts", "atomics");
  std::lock_guard const guard(book().mutex);
  std::vector<std::pair<std::string, costs>> all(book().kernels.begin(), book().kernels.end());
  std::sort(all.begin(), all.end(),
            [](auto const& a, auto const& b) { return a.second.warp_instructions > b.second.warp_instructions; });
  for (auto const& [name, k] : all) print_line(to, k, shortened(name));
  print_line(to, book().sum, "all");
}

}  // namespace

device_caches* caches_of(int device) {
  static auto* const all = [] {
    auto* const made = new std::vector<std::unique_ptr<device_caches>>;
    for (int k = 0; settings().caches && k < settings().devices; ++k) {
      made->push_back(device_caches::make(static_cast<unsigned>(settings().multiprocessors), settings().l2_cache));
    }
    return made;
  }();
  return all->empty() ? nullptr : (*all)[static_cast<std::size_t>(device)].get();
}

void add_costs(std::string const& kernel, costs const& spent) {
  std::lock_guard const guard(book().mutex);
  book().sum += spent;
  book().kernels[kernel] += spent;
}

void print_report() {
  std::string const& where = settings().report;
  if (where.empty()) return;
  std::FILE* const to = where == "1" ? stderr : std::fopen(where.c_str(), "a");
  if (to == nullptr) {
    say("EMULATED_REPORT=%s: cannot be written", where.c_str());
    return;
  }
  print_calls(to);
  print_caches(to);
  print_kernels(to);
  if (to != stderr) std::fclose(to);
}

void run_everything() {
  lock l(state().mutex);
  for (int device = 0; device < settings().devices; ++device) wait_for_device(l, device);
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API void emulated_costs_reset(void) {
  run_everything();
  std::lock_guard const running(state().running);
  for_each_cache([](emulator::device_caches& caches) { caches.clear(); });
  std::lock_guard const l(book().mutex);
  book().kernels.clear();
  book().sum = emulator::costs();
  auto& c = calls();
  for (auto* const count :
       {&c.mallocs,       &c.frees,           &c.async_mallocs,  &c.async_frees,  &c.host_mallocs,
        &c.host_frees,    &c.managed_mallocs, &c.stream_syncs,   &c.device_syncs, &c.event_syncs,
        &c.queries,       &c.memcpys,         &c.memcpy_bytes,   &c.memsets,      &c.launches,
        &c.event_records, &c.stream_waits,    &c.graph_launches, &c.graph_nodes,  &c.allocated_bytes}) {
    *count = 0;
  }
}

EMULATED_API void emulated_costs_get(emulated_costs* out) {
  run_everything();
  std::lock_guard const running(state().running);
  std::uint64_t const dirty = dirty_sectors();
  std::lock_guard const l(book().mutex);
  *out = as_c(book().sum);
  out->dram_store_sectors += dirty;
  add_calls(*out);
}

EMULATED_API void emulated_costs_of_kernels(void (*visit)(char const*, emulated_costs const*, void*), void* data) {
  run_everything();
  std::map<std::string, emulator::costs> kernels;
  {
    std::lock_guard const l(book().mutex);
    kernels = book().kernels;
  }
  for (auto const& [name, k] : kernels) {
    emulated_costs const one = as_c(k);
    visit(demangled(name).c_str(), &one, data);
  }
}
