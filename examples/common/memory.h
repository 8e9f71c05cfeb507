// How much memory there is, so that a size that cannot be is an error before the work begins.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#if defined(__CUDACC__)
#include <cuda_runtime_api.h>
#endif

#include "format.h"
#include "options.h"

namespace example {

/// Bytes that this process may still use: what Linux calls available, at most the limit of its control group; elsewhere
/// all the memory of the machine.
inline double available_memory() {
  double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::ifstream meminfo("/proc/meminfo");
  std::string line;
  while (std::getline(meminfo, line)) {
    if (line.starts_with("MemAvailable:")) bytes = std::stod(line.substr(line.find(':') + 1)) * 1024;
  }
  double limit = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit) bytes = std::min(bytes, limit);
  return bytes;
}

/// Throws Error unless there is as much memory; `what` begins the message.
template <class Error>
void require_memory(double bytes, std::string const& what) {
  if (bytes > available_memory()) {
    throw Error(what + " needs " + gigabytes(bytes) + " of memory; " + gigabytes(available_memory()) +
                " are available");
  }
}

/// The same for the memory of the card.
template <class Error>
void require_card_memory([[maybe_unused]] double bytes, [[maybe_unused]] std::string const& what) {
#if defined(__CUDACC__)
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess && bytes > static_cast<double>(free)) {
    throw Error(what + " needs " + gigabytes(bytes) + " of the card's memory; " +
                gigabytes(static_cast<double>(free)) + " are free");
  }
#endif
}

}  // namespace example
