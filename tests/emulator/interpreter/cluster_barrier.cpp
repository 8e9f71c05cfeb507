// barrier.cluster: the barrier of the blocks of a cluster.
#include "barriers.h"
#include "checks.h"
#include "decoder.h"

namespace emulator::ptx {
namespace {

bool has_everybody_arrived(cluster const& together) {
  for (auto const& b : together.blocks) {
    for (auto const& w : b->warps) {
      if (w->live & ~w->at_cluster_barrier) return false;
    }
  }
  return true;
}

bool has_anybody_arrived(cluster const& together) {
  for (auto const& b : together.blocks) {
    for (auto const& w : b->warps) {
      if (w->at_cluster_barrier) return true;
    }
  }
  return false;
}

void release(warp& w) {
  w.at_cluster_barrier = 0;
  for (int k = 0; k < w.group_count; ++k) {
    lane_group& group = w.groups[k];
    if (group.waits != waiting_for::cluster_barrier) continue;
    group.waits = waiting_for::nothing;
    ++group.pc;
  }
}

step run_arrive(context& c, micro_op const&, u32 lanes) {
  split(c, lanes, c.pc + 1);
  c.running_warp->at_cluster_barrier |= lanes;
  ++c.launch->spent.barriers;
  c.group().pc = c.pc + 1;
  complete_cluster_barrier(*c.running_block->member_of);
  return step::regroup;
}

// Lanes whose arrival is not complete wait.
step run_wait(context& c, micro_op const&, u32 lanes) {
  if (!(lanes & c.running_warp->at_cluster_barrier)) return step::next;
  split(c, lanes, c.pc + 1);
  c.group().waits = waiting_for::cluster_barrier;
  c.group().pc = c.pc;
  return step::regroup;
}

bool decode_cluster_barrier(decoder& d) {
  if (!d.has("cluster")) return false;
  d.build.emit(d.has("arrive") ? run_arrive : run_wait);
  return true;
}

}  // namespace

void complete_cluster_barrier(cluster& together) {
  if (!has_anybody_arrived(together) || !has_everybody_arrived(together)) return;
  for (auto const& b : together.blocks) {
    for (auto const& w : b->warps) release(*w);
  }
  note_meeting(together);
}

std::span<opcode const> cluster_opcodes() {
  static constexpr opcode table[] = {{"barrier", decode_cluster_barrier}};
  return table;
}

}  // namespace emulator::ptx
