// The amount of memory, so that a size that is too large is an error before the work begins.
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

/// Returns the bytes that this process may still allocate: the available memory that Linux reports,
/// at most the limit of the control group; elsewhere all memory of the machine.
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

/// Throws Error if there is less memory; `what` begins the message.
template <class Error>
void require_memory(double bytes, std::string const& what) {
  if (bytes > available_memory()) {
    throw Error(what + " needs " + gigabytes(bytes) + " of memory; " + gigabytes(available_memory()) +
                " are available");
  }
}

/// Does the same for the memory of the device.
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
