// What the operating system tells about the processors of the host. A fact that the system does not
// tell is 0 or empty.
#pragma once

#include <cstddef>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <utility>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

namespace thrum::detail {

/// Returns the number at the beginning of a file. A suffix K or M multiplies it, so that the result
/// is in bytes.
inline std::size_t number_in_file(std::string const& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  char unit = 0;
  if (!(file >> number)) return 0;
  if (file >> unit && unit == 'K') number *= 1024;
  if (unit == 'M') number *= 1024 * 1024;
  return number;
}

/// Returns a fact about the first processor's data cache of a level.
inline std::size_t cache_fact(int level, char const* fact) {
  for (int index = 0; index < 8; ++index) {
    std::string const cache = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::string type;
    if (!(std::ifstream(cache + "type") >> type)) break;
    if (type == "Instruction" || number_in_file(cache + "level") != static_cast<std::size_t>(level)) continue;
    return number_in_file(cache + fact);
  }
  return 0;
}

inline std::size_t page_size() {
#if defined(_SC_PAGESIZE)
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#else
  return 0;
#endif
}

inline std::size_t huge_page_size() {
  return number_in_file("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
}

/// Returns the number of hardware threads that are switched on.
inline int hardware_threads() {
#if defined(_SC_NPROCESSORS_ONLN)
  long const online = sysconf(_SC_NPROCESSORS_ONLN);
  if (online > 0) return static_cast<int>(online);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

/// Returns the number of hardware threads that the process may run on.
inline int usable_threads() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return detail::hardware_threads();
}

/// Returns the number of distinct pairs of a package and a core.
inline int number_of_cores() {
  std::set<std::pair<std::string, std::string>> cores;
  for (int number = 0, missing = 0; missing < 64; ++number) {
    std::string const topology = "/sys/devices/system/cpu/cpu" + std::to_string(number) + "/topology/";
    std::string package, core;
    if (std::ifstream(topology + "physical_package_id") >> package &&
        std::ifstream(topology + "core_id") >> core) {
      cores.emplace(package, core);
      missing = 0;
    } else {
      ++missing;  // a processor that is switched off, or the end
    }
  }
  return static_cast<int>(cores.size());
}

inline std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace thrum::detail
