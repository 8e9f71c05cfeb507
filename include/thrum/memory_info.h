// memory_info: how much memory there is, and how much of it is free.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/system_memory.h>
#include <cstddef>

#if defined(THRUM_WITH_CUDA)
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#include <cstdio>
#endif

namespace thrum {

/// Amounts of memory, in bytes.
struct memory_amount {
  std::size_t free;
  std::size_t total;
};

namespace detail {

/// Returns what the operating system says of the host's memory; both are 0 if it says nothing.
inline memory_amount host_memory_amount() {
  memory_amount amount{0, 0};
#if defined(_SC_PHYS_PAGES)
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  amount.total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page;
#if defined(_SC_AVPHYS_PAGES)
  amount.free = static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * page;
#endif
#if defined(__linux__)
  // Linux does not count the file cache as free, but would give up most of it.
  if (std::FILE* const file = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    unsigned long long kib = 0;
    while (std::fgets(line, sizeof line, file) != nullptr) {
      if (std::sscanf(line, "MemAvailable: %llu", &kib) == 1) amount.free = static_cast<std::size_t>(kib) * 1024;
    }
    static_cast<void>(std::fclose(file));
  }
#endif
#endif
  return amount;
}

template <bool Cuda>
memory_amount memory_amount_of() {
#if defined(THRUM_WITH_CUDA)
  if constexpr (Cuda) {
    memory_amount amount{0, 0};
    cuda_check(cudaMemGetInfo(&amount.free, &amount.total), "cudaMemGetInfo");
    return amount;
  }
#endif
  return host_memory_amount();
}

}  // namespace detail

/// Returns the amounts of memory of a system, which is a policy or a memory space: of the current
/// device under CUDA, otherwise of the host. `free` is what can still be allocated. On a device
/// `free` leaves out what pools of the driver keep for the next request. On the host `free` is what
/// can be allocated without swapping; it includes caches that the system would give up, and regards
/// no limit of a container or of ulimit. Does not wait for work on the device. Throws
/// thrum::cuda_error if the runtime fails.
template <detail::memory_system S>
memory_amount memory_info(S const&) {
  return detail::memory_amount_of<detail::is_cuda_system<S>>();
}

/// Returns the amounts of memory of the build's device system.
inline memory_amount memory_info() {
  return detail::memory_amount_of<default_device_system == device_system::cuda>();
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
