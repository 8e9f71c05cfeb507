#include "occupancy.h"

#include <algorithm>

#include "modules.h"

namespace emulator::runtime {
namespace {

constexpr unsigned registers_of_multiprocessor = 65536;
constexpr unsigned warp_size = 32;

unsigned registers_of_warp(kernel_info const& kernel) {
  return (registers_of(kernel) * warp_size + 255) / 256 * 256;
}
// Registers are given to four schedulers apart.
unsigned warps_by_registers(kernel_info const& kernel) {
  return registers_of_multiprocessor / registers_of_warp(kernel) / 4 * 4;
}

}  // namespace

std::size_t shared_of_multiprocessor() {
  switch (settings().compute_capability) {
    case 75:
      return 64 << 10;
    case 80:
      return 164 << 10;
    case 86:
    case 89:
      return 100 << 10;
    default:
      return 228 << 10;
  }
}
std::size_t shared_reserved_of_block() { return settings().compute_capability >= 80 ? 1024 : 0; }
std::size_t most_shared_of_block() { return shared_of_multiprocessor() - shared_reserved_of_block(); }
int threads_of_multiprocessor() {
  switch (settings().compute_capability) {
    case 75:
      return 1024;
    case 86:
    case 89:
      return 1536;
    default:
      return 2048;
  }
}
int most_blocks_of_multiprocessor() {
  switch (settings().compute_capability) {
    case 75:
    case 86:
      return 16;
    case 89:
      return 24;
    default:
      return 32;
  }
}

unsigned registers_of(kernel_info const& kernel) {
  unsigned const threads = std::max(warp_size, (kernel.max_threads + warp_size - 1) / warp_size * warp_size);
  unsigned const fits = std::min(255u, registers_of_multiprocessor / threads / 8 * 8);
  return std::clamp(kernel.registers, 16u, fits);
}

unsigned most_threads(kernel_info const& kernel) {
  return std::min({most_threads_of_block, kernel.max_threads, warps_by_registers(kernel) * warp_size});
}

int blocks_of_multiprocessor(kernel_info const& kernel, int threads, std::size_t dynamic_shared) {
  if (threads <= 0 || static_cast<unsigned>(threads) > most_threads(kernel)) return 0;
  int const warps = (threads + 31) / 32;
  int blocks = std::min(most_blocks_of_multiprocessor(), threads_of_multiprocessor() / 32 / warps);
  blocks = std::min(blocks, static_cast<int>(warps_by_registers(kernel)) / warps);
  std::size_t const unit = settings().compute_capability >= 80 ? 128 : 256;
  std::size_t const shared = kernel.static_shared + dynamic_shared + shared_reserved_of_block();
  std::size_t const taken = (shared + unit - 1) / unit * unit;
  return taken == 0 ? blocks : std::min(blocks, static_cast<int>(shared_of_multiprocessor() / taken));
}

namespace {

// The kernel that a function names, and what the current device knows of it.
struct named_kernel {
  CUkern_st* kernel = nullptr;
  kernel_info const* information = nullptr;

  cudaError_t find(void const* function) {
    kernel = find_kernel(function);
    return kernel == nullptr ? cudaErrorInvalidDeviceFunction
                             : information_of(*kernel, this_thread().device, &information);
  }
};

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- Attributes of kernels ------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, void const* function) {
  if (a == nullptr) return fail(cudaErrorInvalidValue);
  named_kernel named;
  EMULATED_TRY(named.find(function));
  emulator::kernel_info const& information = *named.information;
  int const raised = named.kernel->most_dynamic_shared[this_thread().device];
  *a = cudaFuncAttributes{};
  a->sharedSizeBytes = information.static_shared;
  a->localSizeBytes = information.local;
  a->maxThreadsPerBlock = static_cast<int>(most_threads(information));
  a->numRegs = static_cast<int>(registers_of(information));
  a->ptxVersion = static_cast<int>(named.kernel->owner->ptx.compute_capability);
  a->binaryVersion = static_cast<int>(settings().compute_capability);
  a->maxDynamicSharedSizeBytes =
      raised >= 0 ? raised : static_cast<int>(default_shared - information.static_shared);
  a->preferredShmemCarveout = named.kernel->carveout;
  a->nonPortableClusterSizeAllowed = named.kernel->allows_large_clusters ? 1 : 0;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaFuncSetAttribute(void const* function, cudaFuncAttribute which, int value) {
  named_kernel named;
  EMULATED_TRY(named.find(function));
  switch (which) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 ||
          static_cast<std::size_t>(value) + named.information->static_shared > most_shared_of_block()) {
        return fail(cudaErrorInvalidValue);
      }
      named.kernel->most_dynamic_shared[this_thread().device] = value;
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return fail(cudaErrorInvalidValue);
      named.kernel->carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      named.kernel->allows_large_clusters = value != 0;
      return cudaSuccess;
    default:
      return fail(cudaErrorInvalidValue);
  }
}
EMULATED_API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute which, int value,
                                                         int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  int const before = this_thread().device;
  this_thread().device = device;
  cudaError_t const code = cudaFuncSetAttribute(kernel, which, value);
  this_thread().device = before;
  return code;
}
EMULATED_API cudaError_t cudaFuncSetCacheConfig(void const*, cudaFuncCache) { return cudaSuccess; }

EMULATED_API cudaError_t cudaFuncGetName(char const** name, void const* function) {
  CUkern_st const* const kernel = find_kernel(function);
  if (kernel == nullptr || name == nullptr) return fail(cudaErrorInvalidDeviceFunction);
  *name = kernel->name.c_str();
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaFuncGetParamInfo(void const* function, size_t index, size_t* offset, size_t* size) {
  named_kernel named;
  EMULATED_TRY(named.find(function));
  if (offset == nullptr || index >= named.information->parameters.size()) return fail(cudaErrorInvalidValue);
  *offset = named.information->parameters[index].offset;
  if (size != nullptr) *size = named.information->parameters[index].size;
  return cudaSuccess;
}

// ---- Occupancy ------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void const* function,
                                                                                int threads, size_t dynamic_shared,
                                                                                unsigned) {
  named_kernel named;
  EMULATED_TRY(named.find(function));
  if (blocks == nullptr || threads <= 0) return fail(cudaErrorInvalidValue);
  *blocks = blocks_of_multiprocessor(*named.information, threads, dynamic_shared);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void const* function,
                                                                       int threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic_shared, 0);
}
EMULATED_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, void const* function, int blocks,
                                                                   int threads) {
  named_kernel named;
  EMULATED_TRY(named.find(function));
  if (bytes == nullptr || threads <= 0 || blocks <= 0) return fail(cudaErrorInvalidValue);
  std::size_t const share = shared_of_multiprocessor() / static_cast<std::size_t>(blocks) / 256 * 256;
  std::size_t const fixed = named.information->static_shared + shared_reserved_of_block();
  *bytes = share <= fixed ? 0 : std::min(share - fixed, most_shared_of_block() - named.information->static_shared);
  return cudaSuccess;
}

constexpr int portable_cluster = 8;
EMULATED_API cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, void const*, cudaLaunchConfig_t const*) {
  if (settings().compute_capability < 90) return fail(cudaErrorNotSupported);
  *size = portable_cluster;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void const* function,
                                                        cudaLaunchConfig_t const* c) {
  if (settings().compute_capability < 90) return fail(cudaErrorNotSupported);
  int blocks = 0;
  int const threads = static_cast<int>(c->blockDim.x * c->blockDim.y * c->blockDim.z);
  EMULATED_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, c->dynamicSmemBytes));
  *clusters = blocks * settings().multiprocessors / portable_cluster;
  return cudaSuccess;
}
