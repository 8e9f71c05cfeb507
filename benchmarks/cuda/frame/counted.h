// The costs of one call, counted on the emulated card of tests/emulator.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Says whether the environment has THRUM_BENCHMARK_COUNTED=1: rows are then counted, not timed.
bool is_counted();

/// Says whether the program runs on the emulated card, which alone counts.
bool can_count();

/// The memory that a contender has got before its call and uses in it: CUB's temporary memory. It
/// counts as an allocation of the call.
struct memory_got_before {
  std::size_t allocations = 0, bytes = 0;
};
inline memory_got_before got_before;

/// Returns the names and the values of what a call costs.
std::vector<std::pair<std::string, double>> costs_of(std::function<void()> const& call);
