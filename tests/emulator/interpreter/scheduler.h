// Which groups of lanes, warps and blocks run when.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "launch_state.h"

namespace emulator::ptx {

// Runs a warp for a number of steps at most, and answers whether any of its lanes could run.
bool run_warp(launch_state& launch, block& b, warp& w, i64 steps);

class scheduler {
 public:
  explicit scheduler(launch_state& of_launch) : launch(of_launch) {}

  // Runs all blocks of the launch.
  void run();

 private:
  std::unique_ptr<block> new_block();
  std::unique_ptr<block> start_block(u64 index);
  std::unique_ptr<cluster> start_cluster(u64 number);
  void start_warp(warp& w);
  bool run_block(block& b);
  bool run_all();
  void retire_clusters();
  std::vector<u32> order_of_warps();
  std::vector<block const*> running_blocks() const;
  std::string who_waits() const;
  [[noreturn]] void fail_deadlocked(std::string const& reason) const;

  launch_state& launch;
  std::vector<std::unique_ptr<cluster>> active;
  std::vector<std::unique_ptr<block>> unused;
};

}  // namespace emulator::ptx
