#include "scheduler.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "frames.h"
#include "messages.h"
#include "module_state.h"

namespace emulator::ptx {
namespace {

// Shared memory's generic addresses have the alignment of its window.
constexpr std::size_t shared_alignment = 1024;
constexpr std::size_t local_alignment = 64;
constexpr u64 slices_of_turn = 32;

template <class Sequence>
void shuffle(launch_state& launch, Sequence& items) {
  for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[launch.random() % k]);
}

}  // namespace

std::unique_ptr<block> scheduler::new_block() {
  auto b = std::make_unique<block>();
  b->launch = &launch;
  b->shared_room.resize(launch.shared_size + shared_alignment);
  std::size_t const room = reinterpret_cast<std::size_t>(b->shared_room.data());
  b->shared = b->shared_room.data() + (round_up(room, shared_alignment) - room);
  b->local_size = launch.local_stride * launch.warps * warp_size;
  if (b->local_size) {
    b->local_room.reset(new char[b->local_size + local_alignment]);
    std::size_t const local = reinterpret_cast<std::size_t>(b->local_room.get());
    b->local = b->local_room.get() + (round_up(local, local_alignment) - local);
  }
  if (launch.checks_shared) b->shadow = std::make_unique<shared_shadow>(launch.shared_size, launch.warps);
  for (u32 k = 0; k < launch.warps; ++k) {
    warp& w = *b->warps.emplace_back(std::make_unique<warp>());
    w.index = k;
    w.owner = b.get();
    w.root = new_frame(w, nullptr, *launch.kernel);
  }
  return b;
}

void scheduler::start_warp(warp& w) {
  u32 const threads = std::min(warp_size, launch.threads - w.index * warp_size);
  w.live = threads == warp_size ? all_lanes : bit_of(threads) - 1;
  w.first_live = w.live;
  w.at_cluster_barrier = 0;
  w.group_count = 1;
  w.steps_beside_others = 0;
  w.clock = 0;
  w.groups[0] = {w.live, 0, w.root, waiting_for::nothing, 0, 0};
}

std::unique_ptr<block> scheduler::start_block(u64 index) {
  std::unique_ptr<block> b;
  if (unused.empty()) {
    b = new_block();
  } else {
    b = std::move(unused.back());
    unused.pop_back();
  }
  b->index = index;
  b->position = position_of_block(launch, index);
  // What shared memory holds before it is written: nothing to rely on.
  std::memset(b->shared, launch.options.seed ? static_cast<int>(launch.random() & 0xff) : 0xcd,
              launch.shared_size);
  std::fill(std::begin(b->barriers), std::end(b->barriers), block_barrier{});
  b->live_warps = launch.warps;
  b->device_fences = 0;
  if (b->shadow) b->shadow->begin();
  for (auto const& w : b->warps) start_warp(*w);
  ++launch.spent.blocks;
  launch.spent.warps += launch.warps;
  return b;
}

std::vector<u32> scheduler::order_of_warps() {
  std::vector<u32> order(launch.warps);
  for (u32 k = 0; k < launch.warps; ++k) order[k] = k;
  if (launch.options.seed) shuffle(launch, order);
  return order;
}

bool scheduler::run_block(block& b) {
  u64 const slices = launch.options.seed ? 1 + launch.random() % (slices_of_turn / 2) : slices_of_turn;
  bool progress = false;
  for (u64 k = 0; k < slices && b.live_warps; ++k) {
    bool has_run = false;
    for (u32 number : order_of_warps()) {
      warp& w = *b.warps[number];
      if (!w.live) continue;
      u64 const slice = std::max(1u, launch.options.slice);
      u64 const steps = launch.options.seed ? 1 + launch.random() % (2 * slice) : slice;
      has_run |= run_warp(launch, b, w, static_cast<i64>(steps));
    }
    if (!has_run) break;
    progress = true;
    u64 const limit = launch.options.step_limit;
    if (limit && launch.spent.warp_instructions > limit) {
      fail_deadlocked("step limit of " + std::to_string(limit) + " reached");
    }
  }
  return progress;
}

bool scheduler::run_all() {
  if (launch.options.seed) shuffle(launch, active);
  bool progress = false;
  for (auto const& together : active) {
    for (auto const& b : together->blocks) progress |= b->live_warps && run_block(*b);
  }
  return progress;
}

// A cluster's blocks stay until the last one is done: the others reach their shared memory.
void scheduler::retire_clusters() {
  auto const first_done = std::stable_partition(active.begin(), active.end(),
                                                [](auto const& together) { return !together->is_done(); });
  for (auto done = first_done; done != active.end(); ++done) {
    std::move((*done)->blocks.begin(), (*done)->blocks.end(), std::back_inserter(unused));
  }
  active.erase(first_done, active.end());
}

// Clusters tile the grid, and have their numbers in its order.
std::unique_ptr<cluster> scheduler::start_cluster(u64 number) {
  extent const grid = launch.config.grid, size = launch.config.cluster;
  u64 const columns = grid.x / size.x, rows = grid.y / size.y;
  u64 const x = number % columns * size.x, y = number / columns % rows * size.y,
            z = number / columns / rows * size.z;
  auto together = std::make_unique<cluster>();
  for (u64 rank = 0; rank < u64{size.x} * size.y * size.z; ++rank) {
    u64 const bx = x + rank % size.x, by = y + rank / size.x % size.y, bz = z + rank / size.x / size.y;
    auto& b = together->blocks.emplace_back(start_block(bx + grid.x * (by + grid.y * bz)));
    b->member_of = together.get();
    b->cluster_rank = static_cast<u32>(rank);
  }
  return together;
}

void scheduler::run() {
  extent const grid = launch.config.grid, size = launch.config.cluster;
  u64 const blocks_of_cluster = u64{size.x} * size.y * size.z;
  u64 const total = u64{grid.x} * grid.y * grid.z / blocks_of_cluster;
  u64 const resident =
      launch.config.cooperative ? total : std::max<u64>(1, launch.options.resident_blocks / blocks_of_cluster);
  u64 next = 0;
  while (next < total || !active.empty()) {
    while (active.size() < resident && next < total) active.push_back(start_cluster(next++));
    if (!run_all()) fail_deadlocked("synccheck: deadlock: every thread waits");
    retire_clusters();
  }
}

std::vector<block const*> scheduler::running_blocks() const {
  std::vector<block const*> blocks;
  for (auto const& together : active) {
    for (auto const& b : together->blocks) blocks.push_back(b.get());
  }
  return blocks;
}

// Groups of lanes by where they are, with one thread of each.
std::string scheduler::who_waits() const {
  constexpr int most_places = 8;
  std::string text;
  int places = 0;
  for (block const* b : running_blocks()) {
    std::map<std::string, u32> lanes_at;
    std::map<std::string, std::string> thread_at;
    for (auto const& w : b->warps) {
      for (int k = 0; k < w->group_count; ++k) {
        lane_group const& group = w->groups[k];
        if (!group.lanes) continue;
        std::string const place = describe_line(launch, group.at->running->code[group.pc].line);
        u32 const thread = w->index * warp_size + first_lane(group.lanes);
        lanes_at[place] += static_cast<u32>(std::popcount(group.lanes));
        thread_at.try_emplace(place, text_of(thread_position(launch, thread)));
      }
    }
    for (auto const& [place, lanes] : lanes_at) {
      if (++places > most_places) return text + ", and others";
      text += ", block " + text_of(b->position) + ", thread " + thread_at[place] + " (one of " +
              std::to_string(lanes) + ") at " + place;
    }
  }
  return text;
}

void scheduler::fail_deadlocked(std::string const& reason) const {
  throw fault(fault_kind::deadlock, reason + "; kernel " + demangled(launch.kernel->name) + who_waits());
}

}  // namespace emulator::ptx
