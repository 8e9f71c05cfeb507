#include "thread_order.h"

#include <algorithm>

namespace emulator::ptx {
namespace {

void join(warp_clocks& into, warp_clocks const& from) {
  for (u32 k = 0; k < warp_size; ++k) into[k] = std::max(into[k], from[k]);
}

}  // namespace

void thread_order::note_block_barrier() {
  for (u32 k = 0; k < warps.size(); ++k) {
    known_by_all[k] = ++warps[k].clock;
    warps[k].fences.clear();
  }
}

void thread_order::note_arrival(u32 warp, warp_clocks& joined) {
  warp_state& w = warps[warp];
  w.known_by_warp = ++w.clock;
  join(joined, w.known_warps);
  joined[warp] = std::max(joined[warp], w.clock);
}

void thread_order::note_release(u32 warp, warp_clocks const& joined) { join(warps[warp].known_warps, joined); }

void thread_order::note_warp_barrier(u32 warp, u32 lanes, bool is_whole) {
  warp_state& w = warps[warp];
  ++w.clock;
  if (is_whole) {
    w.known_by_warp = w.clock;
    return;
  }
  if (!w.known_by_lanes) w.known_by_lanes = std::make_unique<std::array<warp_clocks, warp_size>>();
  warp_clocks joined{};
  for_each_lane_in_order(lanes, [&](u32 lane) {
    join(joined, (*w.known_by_lanes)[lane]);
    joined[lane] = w.clock;
  });
  for_each_lane_in_order(lanes, [&](u32 lane) { (*w.known_by_lanes)[lane] = joined; });
}

void thread_order::note_fence(u32 warp) {
  warp_state& w = warps[warp];
  if (!w.has_accessed) return;
  w.has_accessed = false;
  w.fences.push_back({++w.clock, ++events});
}

bool thread_order::has_fence_between(u32 warp, warp_clock when, u32 other_warp) const {
  std::vector<fence> const& fences = warps[warp].fences;
  auto const first = std::upper_bound(fences.begin(), fences.end(), when,
                                      [](warp_clock clock, fence const& f) { return clock < f.clock; });
  return first != fences.end() && first->event < warps[other_warp].last_strong;
}

}  // namespace emulator::ptx
