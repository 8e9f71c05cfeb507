// A CUDA runtime for machines without a card: the calls that the containers make, over memory that the host cannot
// touch. Whatever reads or writes device memory other than by cudaMemcpyAsync and cudaMemsetAsync ends the program, and so
// does a copy outside of an allocation, a copy between overlapping ranges and a block that is freed twice. A program that
// ends with device memory still allocated fails, and so does one that ends with a copy that nobody has waited for. There are
// two devices, without access to each other: a copy between them that does not name them ends the program too.
#pragma once

#include <sys/mman.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>

#define CUDART_VERSION 13000

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorNotReady = 600,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorPeerAccessNotEnabled = 705,
  cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDefault = 4 };
enum cudaMemoryType { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeDevice = 2 };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMemoryPoolsSupported = 115
};
enum cudaMemPoolAttr {
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetAccessedBy = 6 };
enum cudaMemAllocationType { cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1 };
enum cudaMemLocationType { cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  std::size_t maxSize;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
};
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};
struct cudaDeviceProp {
  char name[256];
};
struct CUstream_st {};
struct CUmemPoolHandle_st {};
struct CUevent_st {};
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
using cudaMemPool_t = CUmemPoolHandle_st*;
constexpr int cudaCpuDeviceId = -1;
constexpr unsigned int cudaMemAttachGlobal = 1;
constexpr unsigned int cudaHostAllocDefault = 0;
constexpr unsigned int cudaStreamNonBlocking = 1;
inline cudaStream_t const cudaStreamLegacy = nullptr;

#define THRUM_TEST_NO_CARD

namespace no_card {

inline constexpr std::size_t memory_of_card = std::size_t{1} << 34;

[[noreturn]] inline void die(char const* reason) {
  std::fprintf(stderr, "no_card: %s\n", reason);
  std::_Exit(1);
}

class card {
 public:
  card() {
    void* const p = mmap(nullptr, addresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) die("no address space");
    begin_ = next_ = static_cast<char*>(p);
  }
  ~card() {
    if (!blocks_.empty()) die("device memory was not given back");
    if (last_error != cudaSuccess) die("an error was left behind");
    if (busy) die("a copy was not waited for");
  }
  card(card const&) = delete;
  card& operator=(card const&) = delete;

  cudaError_t last_error = cudaSuccess;
  bool busy = false;
  int devices = 2;
  int current = 0;

  cudaError_t fail(cudaError_t code) { return last_error = code; }

  cudaError_t allocate(void** p, std::size_t bytes) {
    if (bytes > memory_of_card) return fail(cudaErrorMemoryAllocation);
    // Addresses are never used again, so that the end of a block stays its end.
    std::size_t const room = (bytes / page + 2) * page;
    if (next_ + room > begin_ + addresses) die("out of address space");
    *p = next_;
    blocks_[next_] = {bytes, current};
    next_ += room;
    return cudaSuccess;
  }
  cudaError_t free(void* p) {
    if (p == nullptr) return cudaSuccess;
    auto const found = blocks_.find(static_cast<char*>(p));
    if (found == blocks_.end()) die("a pointer is freed that was not allocated, or twice");
    madvise(p, (found->second.bytes / page + 1) * page, MADV_DONTNEED);
    blocks_.erase(found);
    return cudaSuccess;
  }

  bool owns(void const* p) const { return p >= begin_ && p < begin_ + addresses; }

  /// The device of memory in use.
  int device_of(void const* p) const {
    auto const next = blocks_.upper_bound(static_cast<char*>(const_cast<void*>(p)));
    if (next == blocks_.begin()) die("memory that is not allocated");
    return std::prev(next)->second.device;
  }

  /// Opens a range of device memory for the host while it lives; nothing for memory of the host.
  class access {
   public:
    access(card& owner, void const* p, std::size_t bytes) {
      if (!owner.owns(p)) return;
      auto const at = static_cast<char*>(const_cast<void*>(p));
      auto block = owner.blocks_.upper_bound(at);
      if (block == owner.blocks_.begin()) die("access to memory that is not allocated");
      --block;
      if (at + bytes > block->first + block->second.bytes) die("access outside of an allocation");
      first_ = block->first;
      bytes_ = (block->second.bytes / page + 1) * page;
      mprotect(first_, bytes_, PROT_READ | PROT_WRITE);
    }
    ~access() {
      if (first_ != nullptr) mprotect(first_, bytes_, PROT_NONE);
    }
    access(access const&) = delete;
    access& operator=(access const&) = delete;

   private:
    char* first_ = nullptr;
    std::size_t bytes_ = 0;
  };

 private:
  static constexpr std::size_t addresses = std::size_t{1} << 38;
  inline static std::size_t const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  char* begin_;
  char* next_;
  struct block {
    std::size_t bytes;
    int device;
  };
  std::map<char*, block> blocks_;
};

inline card& the_card() {
  static card c;
  return c;
}

}  // namespace no_card

inline cudaError_t cudaGetDeviceCount(int* n) {
  *n = no_card::the_card().devices;
  return *n > 0 ? cudaSuccess : no_card::the_card().fail(cudaErrorNoDevice);
}
/// Success where there is a device of this number.
inline cudaError_t no_card_device(int device) {
  auto& card = no_card::the_card();
  if (card.devices == 0) return card.fail(cudaErrorNoDevice);
  return device >= 0 && device < card.devices ? cudaSuccess : card.fail(cudaErrorInvalidDevice);
}
inline cudaError_t cudaGetDevice(int* device) {
  *device = no_card::the_card().current;
  return no_card_device(*device);
}
inline cudaError_t cudaSetDevice(int device) {
  cudaError_t const code = no_card_device(device);
  if (code == cudaSuccess) no_card::the_card().current = device;
  return code;
}
inline cudaError_t cudaGetLastError() {
  cudaError_t const last = no_card::the_card().last_error;
  no_card::the_card().last_error = cudaSuccess;
  return last;
}
inline cudaError_t cudaPeekAtLastError() { return no_card::the_card().last_error; }
inline char const* cudaGetErrorString(cudaError_t code) {
  return code == cudaErrorMemoryAllocation ? "out of memory" : "invalid value";
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int device) {
  return *value = 1, no_card_device(device);
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  std::strcpy(properties->name, "no card");
  return no_card_device(device);
}
inline cudaError_t cudaDeviceCanAccessPeer(int* able, int, int other) { return *able = 0, no_card_device(other); }
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
  return no_card::the_card().fail(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceDisablePeerAccess(int) {
  return no_card::the_card().fail(cudaErrorPeerAccessNotEnabled);
}
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t*, int) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t*, int) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, cudaMemAccessDesc const*, std::size_t) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  *static_cast<std::uint64_t*>(value) = 0;
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, void const* p) {
  bool const on_device = no_card::the_card().owns(p);
  *a = {on_device ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered,
        on_device ? no_card::the_card().device_of(p) : 0};
  return cudaSuccess;
}

inline cudaError_t cudaMalloc(void** p, std::size_t bytes) { return no_card::the_card().allocate(p, bytes); }
inline cudaError_t cudaMallocAsync(void** p, std::size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
inline cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t, cudaStream_t) {
  return cudaMalloc(p, bytes);
}
inline cudaError_t cudaFreeAsync(void* p, cudaStream_t) { return no_card::the_card().free(p); }
inline cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned int) {
  constexpr std::size_t alignment = 256;
  *p = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
  return *p != nullptr ? cudaSuccess : no_card::the_card().fail(cudaErrorMemoryAllocation);
}
inline cudaError_t cudaFreeHost(void* p) { return std::free(p), cudaSuccess; }
inline cudaError_t cudaMallocManaged(void** p, std::size_t bytes, unsigned int) {
  return cudaHostAlloc(p, bytes, 0);
}
inline cudaError_t cudaFree(void* p) {
  return no_card::the_card().owns(p) ? no_card::the_card().free(p) : cudaFreeHost(p);
}
inline cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  return *available = *total = no_card::memory_of_card, cudaSuccess;
}
inline cudaError_t cudaMemAdvise(void const*, std::size_t, cudaMemoryAdvise, cudaMemLocation) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(void const*, std::size_t, cudaMemLocation, unsigned int, cudaStream_t) {
  return cudaSuccess;
}

inline cudaError_t no_card_copy(void* dst, void const* src, std::size_t bytes) {
  auto const a = reinterpret_cast<std::uintptr_t>(dst);
  auto const b = reinterpret_cast<std::uintptr_t>(src);
  if ((a < b ? b - a : a - b) < bytes) no_card::die("a copy between overlapping ranges");
  no_card::card::access const to(no_card::the_card(), dst, bytes);
  no_card::card::access const from(no_card::the_card(), src, bytes);
  std::memcpy(dst, src, bytes);
  no_card::the_card().busy = true;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* dst, void const* src, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
  auto const& card = no_card::the_card();
  if (card.owns(dst) && card.owns(src) && card.device_of(dst) != card.device_of(src)) {
    no_card::die("a copy between two devices that does not name them");
  }
  return no_card_copy(dst, src, bytes);
}
inline cudaError_t cudaMemcpyPeerAsync(void* dst, int to, void const* src, int from, std::size_t bytes,
                                       cudaStream_t) {
  auto const& card = no_card::the_card();
  if (to != card.device_of(dst) || from != card.device_of(src))
    no_card::die("a copy that names the wrong devices");
  return no_card_copy(dst, src, bytes);
}

inline cudaError_t cudaMemsetAsync(void* dst, int value, std::size_t bytes, cudaStream_t) {
  no_card::card::access const to(no_card::the_card(), dst, bytes);
  std::memset(dst, value, bytes);
  no_card::the_card().busy = true;
  return cudaSuccess;
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
  return *stream = new CUstream_st, cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  no_card::the_card().busy = false;
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaStreamSynchronize(cudaStreamLegacy); }
inline cudaError_t cudaDeviceSynchronize() { return cudaStreamSynchronize(cudaStreamLegacy); }
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  return *status = cudaStreamCaptureStatusNone, cudaSuccess;
}
constexpr unsigned int cudaEventDefault = 0;
constexpr unsigned int cudaEventDisableTiming = 2;
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
  return *event = new CUevent_st, cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaErrorNotReady; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int) { return cudaSuccess; }

inline cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, cudaMemPoolProps const*) {
  return *pool = new CUmemPoolHandle_st, cudaSuccess;
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  delete pool;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return *least = *greatest = 0, cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaErrorNotReady; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  return *milliseconds = 0, cudaSuccess;
}
