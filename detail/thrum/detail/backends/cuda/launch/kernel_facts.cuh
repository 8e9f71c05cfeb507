// The facts about a kernel on a device that a launch needs. The runtime is asked once for them.
#pragma once

#include <thrum/detail/backends/cuda/launch/grid.h>
#include <thrum/detail/backends/cuda/memory/device_facts.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>
#include <string>

namespace thrum::detail {

struct kernel_facts {
  int best_block;            // threads of a block for which most threads run at once
  int most_threads;          // of a block
  std::size_t shared_bytes;  // that a launch may ask for
};

/// Returns the facts about a kernel on a device. In addition, lets the kernel have all the shared
/// memory that the device has for a block; otherwise the kernel would get 48 KiB.
template <class Kernel>
kernel_facts ask_about_kernel(Kernel* kernel, int device) {
  int const most_shared = [device] {
    int bytes = 0;
    cuda_check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "cudaDeviceGetAttribute");
    return bytes;
  }();
  cudaFuncAttributes attributes{};
  cuda_check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  int const shared = most_shared - static_cast<int>(attributes.sharedSizeBytes);
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared),
             "cudaFuncSetAttribute");
  int blocks = 0;
  int block = 0;
  cuda_check(cudaOccupancyMaxPotentialBlockSize(&blocks, &block, kernel), "cudaOccupancyMaxPotentialBlockSize");
  return {block, attributes.maxThreadsPerBlock, static_cast<std::size_t>(shared)};
}

/// The facts of one kernel on each device.
class kernel_facts_of_devices {
 public:
  template <class Kernel>
  kernel_facts of(Kernel* kernel, int device) {
    return facts_.of(device, [kernel, device] { return detail::ask_about_kernel(kernel, device); });
  }

 private:
  fact_of_devices<kernel_facts> facts_;
};

/// Returns how many thread blocks of a kernel the device runs at a time.
template <class Kernel>
std::ptrdiff_t blocks_at_once(Kernel* kernel, int device, int threads, std::size_t shared_bytes) {
  int able = 0;
  cuda_check(cudaDeviceGetAttribute(&able, cudaDevAttrCooperativeLaunch, device), "cudaDeviceGetAttribute");
  if (able == 0) {
    throw cuda_error(cudaErrorNotSupported,
                     "thrum: device " + std::to_string(device) + " cannot launch cooperatively");
  }
  int blocks = 0;
  cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<std::ptrdiff_t>(blocks) * processors_of_device(device);
}

/// Throws cuda_error if a grid cannot be launched, and says why.
inline void require_grid(cuda::grid const& g, grid_limits const& most) {
  if (std::string const problem = detail::problem_of_grid(g, most); !problem.empty()) {
    throw cuda_error(cudaErrorInvalidConfiguration, "thrum: cuda::launch of " + problem);
  }
}

}  // namespace thrum::detail
