// What orders the threads of a block: barriers, __syncwarp, fences with a flag.
//
// Each warp has a clock, which every synchronisation of the warp advances. An access carries its warp's clock; it comes before
// what another thread does if that thread has synchronised with the warp since then. Orders are kept between warps, and
// between the lanes of a warp where masks are parts of it. A shuffle or a vote orders nothing, as the manual says.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "types.h"

namespace emulator::ptx {

using warp_clock = u32;  // 0: never
using warp_clocks = std::array<warp_clock, warp_size>;

class thread_order {
 public:
  explicit thread_order(u32 warp_count) : warps(warp_count), known_by_all(warp_count) {}

  warp_clock now(u32 warp) const { return warps[warp].clock; }
  // Whether what the warp did then comes before everything of every thread.
  bool is_before_all(u32 warp, warp_clock when) const { return when < known_by_all[warp]; }
  bool is_before(u32 warp, u32 lane, warp_clock when, u32 other_warp, u32 other_lane) const {
    if (is_before_all(warp, when)) return true;
    warp_state const& owner = warps[warp];
    if (warp == other_warp) {
      if (lane == other_lane || when < owner.known_by_warp) return true;
      if (owner.known_by_lanes && when < (*owner.known_by_lanes)[other_lane][lane]) return true;
    } else if (when < warps[other_warp].known_warps[warp]) {
      return true;
    }
    return has_fence_between(warp, when, other_warp);
  }

  // Everything so far comes before everything to come: a barrier of the whole block, or a block begins.
  void note_block_barrier();
  // A warp arrives at a barrier: what it knows joins what the barrier's waiters will know.
  void note_arrival(u32 warp, warp_clocks& joined);
  void note_release(u32 warp, warp_clocks const& joined);
  // __syncwarp of a part of the live lanes, or of all of them.
  void note_warp_barrier(u32 warp, u32 lanes, bool is_whole);

  // A fence, and an atomic or volatile access, which may carry what came before the fence to another thread.
  void note_access(u32 warp) { warps[warp].has_accessed = true; }
  void note_fence(u32 warp);
  void note_strong_access(u32 warp) { warps[warp].last_strong = ++events; }

 private:
  struct fence {
    warp_clock clock;  // accesses before the fence are earlier than this
    u64 event;
  };
  struct warp_state {
    warp_clock clock = 1;
    warp_clock known_by_warp = 0;  // what is earlier comes before everything of this warp
    warp_clocks known_warps{};     // of each warp: what is earlier comes before this warp
    std::unique_ptr<std::array<warp_clocks, warp_size>>
        known_by_lanes;  // [lane][other]: what is earlier of the other
    std::vector<fence> fences;
    bool has_accessed = false;  // shared memory, since the last fence
    u64 last_strong = 0;
  };
  bool has_fence_between(u32 warp, warp_clock when, u32 other_warp) const;

  std::vector<warp_state> warps;
  std::vector<warp_clock> known_by_all;  // of each warp: what is earlier comes before everything
  u64 events = 0;
};

}  // namespace emulator::ptx
