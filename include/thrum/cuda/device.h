// cuda::device: what a GPU is and can do, and which device is current.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/device.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
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

/// A CUDA device, named by its number: a value that is copied freely and holds nothing. A device
/// converts to its number, which par.on_device and the functions of the runtime take.
///
/// The runtime is asked only when a member is called. If there is no device of this number (or no
/// driver at all), the member throws thrum::cuda_error; count() and all() say that there are none.
/// Members that need the context of the device, as memory() and synchronize() do, create the
/// context on their first call. Other members do not.
class device {
 public:
  constexpr explicit device(int number = 0) noexcept : number_(number) {}

  /// Returns how many devices the program can use: 0 without a GPU or a driver.
  /// CUDA_VISIBLE_DEVICES chooses among the devices.
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
  /// Returns the device that calls of this thread go to: the first device, unless this thread has
  /// chosen another.
  static device current() { return device(detail::cuda_current_device()); }

  /// Makes the device current in this thread from now on. A device_guard does so for a block of
  /// code.
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

  /// Returns the bytes of the memory of the device.
  std::size_t total_memory() const { return memory().total; }
  /// Returns the bytes of memory that nobody has taken, not even a pool.
  std::size_t free_memory() const { return memory().free; }
  /// Returns the size of the L2 cache in bytes.
  std::size_t l2_cache() const { return bytes(cudaDevAttrL2CacheSize); }
  /// Returns the bytes of shared memory that a thread block may have by default.
  std::size_t shared_memory_per_block() const { return bytes(cudaDevAttrMaxSharedMemoryPerBlock); }
  /// Returns the bytes of shared memory that a thread block may have if the kernel asks for them
  /// before its launch, as cuda::launch does.
  std::size_t shared_memory_per_block_opt_in() const { return bytes(cudaDevAttrMaxSharedMemoryPerBlockOptin); }
  /// Returns the bytes of shared memory of a multiprocessor.
  std::size_t shared_memory_per_multiprocessor() const {
    return bytes(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  }

  int multiprocessors() const { return attribute(cudaDevAttrMultiProcessorCount); }
  int warp_size() const { return attribute(cudaDevAttrWarpSize); }
  int max_threads_per_block() const { return attribute(cudaDevAttrMaxThreadsPerBlock); }
  int max_threads_per_multiprocessor() const { return attribute(cudaDevAttrMaxThreadsPerMultiProcessor); }

  /// Returns the highest clock rate in hertz; 0 if the driver does not say.
  double clock_rate() const { return 1e3 * attribute(cudaDevAttrClockRate); }
  /// Returns the highest clock rate of the memory in hertz; 0 if the driver does not say.
  double memory_clock_rate() const { return 1e3 * attribute(cudaDevAttrMemoryClockRate); }
  /// Returns the width of the memory bus in bits.
  int memory_bus_width() const { return attribute(cudaDevAttrGlobalMemoryBusWidth); }
  /// Returns the bytes per second that the memory could deliver at its clock rate, with two
  /// transfers a cycle. Measured rates are compared with this value.
  double memory_bandwidth() const { return 2 * memory_clock_rate() * memory_bus_width() / 8; }

  bool can_launch_cooperatively() const { return has(cudaDevAttrCooperativeLaunch); }
  bool has_managed_memory() const { return has(cudaDevAttrManagedMemory); }
  /// Returns whether host and device may use managed memory at the same time and pages can be
  /// prefetched.
  bool has_concurrent_managed_access() const { return has(cudaDevAttrConcurrentManagedAccess); }
  bool has_memory_pools() const { return has(cudaDevAttrMemoryPoolsSupported); }

  /// Returns any other property: see cudaDeviceAttr.
  int attribute(cudaDeviceAttr which) const {
    int value = 0;
    detail::cuda_check(cudaDeviceGetAttribute(&value, which, number_), "cudaDeviceGetAttribute");
    return value;
  }

  /// Returns whether kernels on this device may use memory of the device `other` once access is
  /// enabled. Always false for the device itself.
  bool can_access_peer(device other) const {
    int able = 0;
    detail::cuda_check(cudaDeviceCanAccessPeer(&able, number_, other.number_), "cudaDeviceCanAccessPeer");
    return able != 0;
  }
  /// Lets kernels on this device use memory of the device `other`: memory of cudaMalloc, and memory
  /// of the other device's pool, in which device vectors lie. Enables one direction; the opposite
  /// direction takes another call. Does nothing if access is already enabled.
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

  /// Waits for all work on the device. Throws if some of the work failed.
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

  /// Sets the access rights of the memory in a pool, which has rights of its own.
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

/// A guard that makes a device current in this thread for its lifetime, and then the earlier
/// device.
class device_guard {
 public:
  explicit device_guard(device d) : guard_(d.number(), detail::cuda_device_guard::or_throw{}) {}

 private:
  detail::cuda_device_guard guard_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
