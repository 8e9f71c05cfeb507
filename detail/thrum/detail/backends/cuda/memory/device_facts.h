// Facts about devices, which are kept when the runtime has told them. A .cpp can use this file:
// only the C interface of the runtime is needed.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace thrum::detail {

/// One fact about each device. Threads that need the fact at the same time may each ask for it.
template <class T>
class fact_of_devices {
 public:
  /// Returns the fact about a device, which ask() tells.
  template <class Ask>
  T of(int device, Ask ask) {
    if (static_cast<std::size_t>(device) >= kept_.size()) return ask();
    auto& kept = kept_[static_cast<std::size_t>(device)];
    if (kept.is_known.load(std::memory_order_acquire)) return kept.fact;
    T const fact = ask();
    std::lock_guard const lock(mutex_);
    if (!kept.is_known.load(std::memory_order_relaxed)) {
      kept.fact = fact;
      kept.is_known.store(true, std::memory_order_release);
    }
    return fact;
  }

 private:
  struct entry {
    std::atomic<bool> is_known{false};
    T fact{};
  };
  std::array<entry, 64> kept_{};
  std::mutex mutex_;
};

/// Returns how many multiprocessors a device has.
inline int processors_of_device(int device) {
  static fact_of_devices<int> processors;
  return processors.of(device, [device] {
    int count = 0;
    cuda_check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
    return count;
  });
}

}  // namespace thrum::detail

#endif
