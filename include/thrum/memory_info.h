// memory_info: how much memory there is, and how much of it is free.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/system_memory.h>
#include <cstddef>

#if defined(THRUM_WITH_CUDA)
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#include <cstdio>
#endif

namespace thrum {

/// Bytes of memory.
struct memory_amount {
  std::size_t free;
  std::size_t total;
};

namespace detail {

/// What the operating system says of the host: both are 0 where it does not.
inline memory_amount host_memory_amount() {
  memory_amount amount{0, 0};
#if defined(_SC_PHYS_PAGES)
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  amount.total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page;
#if defined(_SC_AVPHYS_PAGES)
  amount.free = static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * page;
#endif
#if defined(__linux__)
  // What Linux counts as free leaves out the file cache, most of which it would give up.
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

/// The memory of a system, a policy or a memory space: of the current device under CUDA, of the host else. `free` is what
/// can still be allocated: on a device without what pools of the driver keep for the next request; on the host without
/// swapping, caches that the system would give up included, but no limit of a container or of ulimit. Does not wait for
/// work on the device. Throws thrum::cuda_error where the runtime fails.
template <detail::memory_system S>
memory_amount memory_info(S const&) {
  return detail::memory_amount_of<detail::is_cuda_system<S>>();
}

/// Of the device system of the build.
inline memory_amount memory_info() {
  return detail::memory_amount_of<default_device_system == device_system::cuda>();
}

}  // namespace thrum

#include <thrum/detail/along/end.h>
