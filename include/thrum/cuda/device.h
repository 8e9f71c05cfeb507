// cuda::device: what a card is and can do, and which one is current.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/device.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/memory/space_memory.h>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace thrum::cuda {

/// The generation of a device's instruction set: {9, 0} is sm_90.
struct compute_capability {
  int major;
  int minor;
  friend auto operator<=>(compute_capability const&, compute_capability const&) = default;
};

/// A CUDA device, by its number: a value that is copied freely and holds nothing. It converts to the number, as
/// par.on_device and the runtime's functions take it.
///
/// Nothing is asked for before a member is called. Where there is no such device (or no driver at all) the member throws
/// thrum::cuda_error; count() and all() say that there are none. Members that need the device's context, as memory() and
/// synchronize(), make one on their first call; the others do not.
class device {
 public:
  constexpr explicit device(int number = 0) noexcept : number_(number) {}

  /// How many devices the program can use: none without a card or a driver. CUDA_VISIBLE_DEVICES chooses among them.
  static int count() {
    int n = 0;
    cudaError_t const code = cudaGetDeviceCount(&n);
    if (code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver) {
      static_cast<void>(cudaGetLastError());
      return 0;
    }
    detail::cuda_check(code, "cudaGetDeviceCount");
    return n;
  }
  static std::vector<device> all() {
    std::vector<device> devices;
    for (int i = 0, n = count(); i < n; ++i) devices.emplace_back(i);
    return devices;
  }
  /// The one that calls of this thread go to: the first, unless it has chosen another.
  static device current() { return device(detail::cuda_current_device()); }

  /// Makes it current in this thread from now on; a device_guard does so for a block of code.
  void make_current() const { detail::cuda_check(cudaSetDevice(number_), "cudaSetDevice"); }

  constexpr int number() const noexcept { return number_; }
  constexpr operator int() const noexcept { return number_; }
  friend constexpr bool operator==(device a, device b) noexcept { return a.number_ == b.number_; }

  std::string name() const {
    cudaDeviceProp properties{};
    detail::cuda_check(cudaGetDeviceProperties(&properties, number_), "cudaGetDeviceProperties");
    return properties.name;
  }
  cuda::compute_capability compute_capability() const {
    return {attribute(cudaDevAttrComputeCapabilityMajor), attribute(cudaDevAttrComputeCapabilityMinor)};
  }

  /// Bytes of its memory: all, and those that nobody has taken (not even a pool).
  std::size_t total_memory() const { return memory().total; }
  std::size_t free_memory() const { return memory().free; }
  /// Bytes.
  std::size_t l2_cache() const { return bytes(cudaDevAttrL2CacheSize); }
  std::size_t shared_memory_per_block() const { return bytes(cudaDevAttrMaxSharedMemoryPerBlock); }
  /// What a kernel may have if it asks for it before its launch, as cuda::launch does.
  std::size_t shared_memory_per_block_opt_in() const { return bytes(cudaDevAttrMaxSharedMemoryPerBlockOptin); }
  std::size_t shared_memory_per_multiprocessor() const {
    return bytes(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  }

  int multiprocessors() const { return attribute(cudaDevAttrMultiProcessorCount); }
  int warp_size() const { return attribute(cudaDevAttrWarpSize); }
  int max_threads_per_block() const { return attribute(cudaDevAttrMaxThreadsPerBlock); }
  int max_threads_per_multiprocessor() const { return attribute(cudaDevAttrMaxThreadsPerMultiProcessor); }

  /// Hertz, at most; 0 where the driver does not say.
  double clock_rate() const { return 1e3 * attribute(cudaDevAttrClockRate); }
  double memory_clock_rate() const { return 1e3 * attribute(cudaDevAttrMemoryClockRate); }
  /// Bits.
  int memory_bus_width() const { return attribute(cudaDevAttrGlobalMemoryBusWidth); }
  /// Bytes per second that the memory could deliver at its clock, with two transfers a cycle: what measured rates are
  /// compared with.
  double memory_bandwidth() const { return 2 * memory_clock_rate() * memory_bus_width() / 8; }

  bool can_launch_cooperatively() const { return has(cudaDevAttrCooperativeLaunch); }
  bool has_managed_memory() const { return has(cudaDevAttrManagedMemory); }
  /// Whether host and device may use managed memory at the same time, and pages can be prefetched.
  bool has_concurrent_managed_access() const { return has(cudaDevAttrConcurrentManagedAccess); }
  bool has_memory_pools() const { return has(cudaDevAttrMemoryPoolsSupported); }

  /// Any other property: see cudaDeviceAttr.
  int attribute(cudaDeviceAttr which) const {
    int value = 0;
    detail::cuda_check(cudaDeviceGetAttribute(&value, which, number_), "cudaDeviceGetAttribute");
    return value;
  }

  /// Whether kernels on this device may be given memory of the other's, once access is enabled. Never of its own.
  bool can_access_peer(device other) const {
    int able = 0;
    detail::cuda_check(cudaDeviceCanAccessPeer(&able, number_, other.number_), "cudaDeviceCanAccessPeer");
    return able != 0;
  }
  /// Lets kernels on this device use memory of the other's: what cudaMalloc gives, and what the other's pool does, where
  /// device vectors are. One direction: the other one is a call of its own. Does nothing where access is enabled already.
  void enable_peer_access(device other) const {
    detail::cuda_device_guard const guard(number_, detail::cuda_device_guard::or_throw{});
    cudaError_t const code = cudaDeviceEnablePeerAccess(other.number_, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled) static_cast<void>(cudaGetLastError());
    else detail::cuda_check(code, "cudaDeviceEnablePeerAccess");
    if (other.has_memory_pools()) set_pool_access(other, cudaMemAccessFlagsProtReadWrite);
  }
  void disable_peer_access(device other) const {
    detail::cuda_device_guard const guard(number_, detail::cuda_device_guard::or_throw{});
    if (other.has_memory_pools()) set_pool_access(other, cudaMemAccessFlagsProtNone);
    cudaError_t const code = cudaDeviceDisablePeerAccess(other.number_);
    if (code == cudaErrorPeerAccessNotEnabled) static_cast<void>(cudaGetLastError());
    else detail::cuda_check(code, "cudaDeviceDisablePeerAccess");
  }

  /// Waits for all work on the device; throws where some of it failed.
  void synchronize() const {
    detail::cuda_device_guard const guard(number_, detail::cuda_device_guard::or_throw{});
    detail::cuda_check(detail::runtime::device_synchronize(), "cudaDeviceSynchronize");
  }

 private:
  struct amount {
    std::size_t free;
    std::size_t total;
  };
  amount memory() const {
    detail::cuda_device_guard const guard(number_, detail::cuda_device_guard::or_throw{});
    amount bytes{0, 0};
    detail::cuda_check(cudaMemGetInfo(&bytes.free, &bytes.total), "cudaMemGetInfo");
    return bytes;
  }
  std::size_t bytes(cudaDeviceAttr which) const { return static_cast<std::size_t>(attribute(which)); }
  bool has(cudaDeviceAttr which) const { return attribute(which) != 0; }

  /// Memory of a pool has rights of access of its own.
  void set_pool_access(device other, cudaMemAccessFlags rights) const {
    cudaMemPool_t pool{};
    detail::cuda_check(cudaDeviceGetMemPool(&pool, other.number_), "cudaDeviceGetMemPool");
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = number_;
    access.flags = rights;
    detail::cuda_check(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
  }

  int number_;
};

/// Makes a device current in this thread for as long as it lives, and then the one that was.
class device_guard {
 public:
  explicit device_guard(device d) : guard_(d.number(), detail::cuda_device_guard::or_throw{}) {}

 private:
  detail::cuda_device_guard guard_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/along/end.h>
