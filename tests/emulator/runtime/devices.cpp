// The emulated cards: their properties and limits, and which of them reach one another's memory.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "messages.h"
#include "occupancy.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

constexpr std::size_t default_limits[limits_of_device] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0, 0};
constexpr int runtime_version = CUDART_VERSION;

int boolean(bool b) { return b ? 1 : 0; }

// Attributes that are no number of a fixed value. False for the others.
bool variable_attribute(cudaDeviceAttr which, int device, int* value) {
  int const capability = static_cast<int>(settings().compute_capability);
  switch (which) {
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(most_shared_of_block());
      return true;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(shared_of_multiprocessor());
      return true;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = static_cast<int>(shared_reserved_of_block());
      return true;
    case cudaDevAttrMultiProcessorCount:
      *value = settings().multiprocessors;
      return true;
    case cudaDevAttrMemoryPoolsSupported:
      *value = boolean(!settings().no_pools);
      return true;
    case cudaDevAttrConcurrentManagedAccess:
      *value = boolean(!settings().no_concurrent_managed);
      return true;
    case cudaDevAttrClusterLaunch:
      *value = boolean(capability >= 90);
      return true;
    case cudaDevAttrPciBusId:
      *value = device + 1;
      return true;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = threads_of_multiprocessor();
      return true;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = most_blocks_of_multiprocessor();
      return true;
    case cudaDevAttrComputeCapabilityMajor:
      *value = capability / 10;
      return true;
    case cudaDevAttrComputeCapabilityMinor:
      *value = capability % 10;
      return true;
    default:
      return false;
  }
}

// What every card of these years has. What is not in the list is 0.
int fixed_attribute(cudaDeviceAttr which) {
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock:
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
      return 1024;
    case cudaDevAttrMaxBlockDimZ:
      return 64;
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxPitch:
      return 0x7fffffff;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return 65535;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return default_shared;
    case cudaDevAttrTotalConstantMemory:
      return 64 << 10;
    case cudaDevAttrWarpSize:
      return 32;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return 65536;
    case cudaDevAttrClockRate:
      return 1'000'000;  // kHz: a cycle of the emulated clock is a nanosecond
    case cudaDevAttrMemoryClockRate:
      return 5'001'000;
    case cudaDevAttrGlobalMemoryBusWidth:
      return 256;
    case cudaDevAttrL2CacheSize:
      return static_cast<int>(settings().l2_cache);
    case cudaDevAttrTextureAlignment:
    case cudaDevAttrSurfaceAlignment:
      return 512;
    case cudaDevAttrTexturePitchAlignment:
      return 32;
    case cudaDevAttrAsyncEngineCount:
      return 3;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return 32;
    case cudaDevAttrMaxTexture1DLinearWidth:
      return 1 << 28;
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId:
      return -1;
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrMemSyncDomainCount:
      return 1;
    default:
      return 0;
  }
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  return variable_attribute(which, device, &value) ? value : fixed_attribute(which);
}

// All memory of a device goes, and what is outstanding with it.
void release_memory(int device) {
  std::vector<allocation_pointer> all;
  {
    std::shared_lock const l(allocations().mutex);
    for (auto const& [base, a] : allocations().by_base) {
      if (a->pages.size != 0 && a->device == device && !a->is_freed) all.push_back(a);
    }
  }
  std::lock_guard const running(state().running);
  for (auto const& a : all) {
    a->is_freed = a->ends_now = true;
    a->freed_by = "cudaDeviceReset";
    vanish(*a);
  }
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- Which device ---------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaGetDeviceCount(int* n) {
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  *n = settings().devices;
  return settings().devices == 0 ? fail(cudaErrorNoDevice) : cudaSuccess;
}
EMULATED_API cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return fail(cudaErrorInvalidValue);
  if (settings().devices == 0) return fail(cudaErrorNoDevice);
  *device = this_thread().device;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return fail(settings().devices == 0 ? cudaErrorNoDevice : cudaErrorInvalidDevice);
  this_thread().device = device;
  lock const l(state().mutex);
  return noted(device_error());
}
EMULATED_API cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return is_device(device) ? cudaSuccess : fail(cudaErrorInvalidDevice);
}
EMULATED_API cudaError_t cudaSetValidDevices(int*, int) { return cudaSuccess; }
EMULATED_API cudaError_t cudaChooseDevice(int* device, cudaDeviceProp const*) {
  *device = 0;
  return settings().devices == 0 ? fail(cudaErrorNoDevice) : cudaSuccess;
}
EMULATED_API cudaError_t cudaSetDeviceFlags(unsigned flags) {
  state().devices[this_thread().device].flags = flags;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = state().devices[this_thread().device].flags;
  return cudaSuccess;
}

// The device begins anew: a fault is forgotten, memory is gone.
EMULATED_API cudaError_t cudaDeviceReset() {
  int const device = this_thread().device;
  lock l(state().mutex);
  wait_for_device(l, device);
  l.unlock();
  release_memory(device);
  l.lock();
  auto& d = state().devices[device];
  destroy_pools(device);
  d.used = d.graph_used = d.graph_reserved = 0;
  d.peers.clear();
  std::fill(std::begin(d.limits), std::end(d.limits), 0);
  d.sticky = cudaSuccess;
  this_thread().last_error = cudaSuccess;
  return cudaSuccess;
}

// ---- What it is -----------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaDriverGetVersion(int* version) {
  *version = runtime_version;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = runtime_version;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  if (value == nullptr || which < 1 || which >= cudaDevAttrMax) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  *value = attribute(which, device);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  std::memset(p, 0, sizeof *p);
  auto const get = [&](cudaDeviceAttr which) { return attribute(which, device); };
  auto const size = [&](cudaDeviceAttr which) { return static_cast<std::size_t>(attribute(which, device)); };
  std::snprintf(p->name, sizeof p->name, "Emulated card of compute capability %d.%d",
                get(cudaDevAttrComputeCapabilityMajor), get(cudaDevAttrComputeCapabilityMinor));
  p->uuid.bytes[0] = static_cast<char>(device + 1);
  p->totalGlobalMem = settings().device_memory;
  p->sharedMemPerBlock = default_shared;
  p->sharedMemPerBlockOptin = most_shared_of_block();
  p->sharedMemPerMultiprocessor = shared_of_multiprocessor();
  p->reservedSharedMemPerBlock = shared_reserved_of_block();
  p->regsPerBlock = get(cudaDevAttrMaxRegistersPerBlock);
  p->regsPerMultiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
  p->warpSize = get(cudaDevAttrWarpSize);
  p->memPitch = size(cudaDevAttrMaxPitch);
  p->maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
  p->maxThreadsDim[0] = get(cudaDevAttrMaxBlockDimX);
  p->maxThreadsDim[1] = get(cudaDevAttrMaxBlockDimY);
  p->maxThreadsDim[2] = get(cudaDevAttrMaxBlockDimZ);
  p->maxGridSize[0] = get(cudaDevAttrMaxGridDimX);
  p->maxGridSize[1] = get(cudaDevAttrMaxGridDimY);
  p->maxGridSize[2] = get(cudaDevAttrMaxGridDimZ);
  p->maxThreadsPerMultiProcessor = threads_of_multiprocessor();
  p->maxBlocksPerMultiProcessor = most_blocks_of_multiprocessor();
  p->totalConstMem = size(cudaDevAttrTotalConstantMemory);
  p->major = get(cudaDevAttrComputeCapabilityMajor);
  p->minor = get(cudaDevAttrComputeCapabilityMinor);
  p->multiProcessorCount = settings().multiprocessors;
  p->textureAlignment = size(cudaDevAttrTextureAlignment);
  p->texturePitchAlignment = size(cudaDevAttrTexturePitchAlignment);
  p->surfaceAlignment = size(cudaDevAttrSurfaceAlignment);
  p->memoryBusWidth = get(cudaDevAttrGlobalMemoryBusWidth);
  p->l2CacheSize = get(cudaDevAttrL2CacheSize);
  p->asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
  p->pciBusID = get(cudaDevAttrPciBusId);
  p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->streamPrioritiesSupported = 1;
  p->globalL1CacheSupported = p->localL1CacheSupported = p->managedMemory = p->computePreemptionSupported = 1;
  p->canUseHostPointerForRegisteredMem = p->cooperativeLaunch = p->hostRegisterSupported = 1;
  p->concurrentManagedAccess = get(cudaDevAttrConcurrentManagedAccess);
  p->memoryPoolsSupported = get(cudaDevAttrMemoryPoolsSupported);
  p->clusterLaunch = get(cudaDevAttrClusterLaunch);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  if (text == nullptr || length <= 0) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", device + 1);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaDeviceSetLimit(cudaLimit which, size_t value) {
  if (static_cast<int>(which) >= limits_of_device) return fail(cudaErrorUnsupportedLimit);
  lock const l(state().mutex);
  state().devices[this_thread().device].limits[which] = value;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit which) {
  if (value == nullptr) return fail(cudaErrorInvalidValue);
  if (static_cast<int>(which) >= limits_of_device) return fail(cudaErrorUnsupportedLimit);
  lock const l(state().mutex);
  std::size_t const set = state().devices[this_thread().device].limits[which];
  *value = set != 0 ? set : default_limits[which];
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
EMULATED_API cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* c) {
  *c = cudaFuncCachePreferNone;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaProfilerStart() { return cudaSuccess; }
EMULATED_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

// ---- Peers: every device can reach every other, when a program asks for it ------------------------------------------

EMULATED_API cudaError_t cudaDeviceCanAccessPeer(int* able, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  *able = boolean(device != peer);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags != 0) return fail(cudaErrorInvalidValue);
  if (!is_device(peer) || peer == this_thread().device) return fail(cudaErrorInvalidDevice);
  lock const l(state().mutex);
  bool const is_new = state().devices[this_thread().device].peers.insert(peer).second;
  return is_new ? cudaSuccess : fail(cudaErrorPeerAccessAlreadyEnabled);
}
EMULATED_API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (!is_device(peer)) return fail(cudaErrorInvalidDevice);
  lock const l(state().mutex);
  bool const was_enabled = state().devices[this_thread().device].peers.erase(peer) != 0;
  return was_enabled ? cudaSuccess : fail(cudaErrorPeerAccessNotEnabled);
}
EMULATED_API cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr which, int device, int peer) {
  if (!is_device(device) || !is_device(peer) || device == peer) return fail(cudaErrorInvalidDevice);
  *value = boolean(which == cudaDevP2PAttrAccessSupported);
  return cudaSuccess;
}

// ---- The driver -----------------------------------------------------------------------------------------------------

// There is none below this runtime.
static cudaError_t no_driver_function(char const* name, void** f, cudaDriverEntryPointQueryResult* result) {
  say("the driver's %s is asked for, and not emulated", name);
  if (f != nullptr) *f = nullptr;
  if (result != nullptr) *result = cudaDriverEntryPointSymbolNotFound;
  return fail(cudaErrorSymbolNotFound);
}
EMULATED_API cudaError_t cudaGetDriverEntryPointByVersion(char const* name, void** f, unsigned, unsigned long long,
                                                          cudaDriverEntryPointQueryResult* result) {
  return no_driver_function(name, f, result);
}
