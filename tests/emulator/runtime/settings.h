// The environment variables that say what the emulated card is and how it behaves. README.md lists
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator::runtime {

constexpr int most_devices = 16;

enum class protection_kind : unsigned char { best, keys, pages, none };

struct checks_setting {
  bool racecheck = true, initcheck = true, synccheck = true, leakcheck = false;  // memcheck is always on
};

struct settings_of_environment {
  std::uint64_t seed = 0;
  int devices = 1;
  unsigned compute_capability = 75;
  int multiprocessors = 40;
  std::size_t device_memory = std::size_t{2} << 30;
  std::uint64_t fail_allocation = 0;
  checks_setting checks;
  std::string report;  // empty, "1" or a file
  bool trace = false;
  std::uint64_t step_limit = 0;
  unsigned resident_blocks = 320;
  bool eager = false;
  bool strict_copy = false;
  bool no_pools = false;
  bool no_concurrent_managed = false;
  unsigned queries = 3;
  bool caches = false;
  std::size_t l2_cache = std::size_t{4} << 20;  // that of a T4
  protection_kind protection = protection_kind::best;
};

// Reads the environment at the first call. A wrong value, or an EMULATED_ variable that is none of
// these, ends the process with status 2 and a line that names it.
settings_of_environment const& settings();

}  // namespace emulator::runtime
