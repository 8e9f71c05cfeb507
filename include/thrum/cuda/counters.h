// cuda::counters: how often the library has asked the CUDA runtime for memory, freed memory, waited
// and copied.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/counters.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstdint>

namespace thrum::cuda {

/// Counts of the calls of the CUDA runtime that the library has made, in all threads and on all
/// devices. Failed calls count too.
///
///     auto const before = thrum::cuda::counters::now();
///     thrum::sort(thrum::cuda::par_nosync.on(stream), first, last);
///     auto const spent = thrum::cuda::counters::now() - before;
///     // spent.allocations == 0 && spent.frees == 0 && spent.synchronisations == 0
///
/// Counting is always on. Each count costs one relaxed atomic addition, and reading the counts
/// calls nothing. Calls that a program makes by itself are not counted, nor is what the runtime
/// does on its own: cudaMalloc and cudaFree may wait for the device. The statistics of
/// cuda::memory_pool tell how far a pool has grown.
struct counters {
  // Memory for which each call asks the driver.
  std::uint64_t device_allocations = 0;   ///< cudaMalloc
  std::uint64_t managed_allocations = 0;  ///< cudaMallocManaged
  std::uint64_t pinned_allocations = 0;   ///< cudaHostAlloc
  std::uint64_t allocations = 0;          ///< the three counts above together

  std::uint64_t device_frees = 0;   ///< cudaFree
  std::uint64_t managed_frees = 0;  ///< cudaFree of managed memory
  std::uint64_t pinned_frees = 0;   ///< cudaFreeHost
  std::uint64_t frees = 0;          ///< the three counts above together

  // Stream-ordered memory: a call asks the driver only if the pool has to grow.
  std::uint64_t pool_allocations = 0;  ///< cudaMallocAsync, cudaMallocFromPoolAsync
  std::uint64_t pool_frees = 0;        ///< cudaFreeAsync

  // Waits of the host.
  std::uint64_t stream_synchronisations = 0;          ///< for a stream
  std::uint64_t default_stream_synchronisations = 0;  ///< for the default stream
  std::uint64_t event_synchronisations = 0;           ///< for an event
  std::uint64_t device_synchronisations = 0;          ///< for a whole device
  std::uint64_t synchronisations = 0;                 ///< the four counts above together

  std::uint64_t copies = 0;  ///< cudaMemcpyAsync, cudaMemcpyPeerAsync
  std::uint64_t fills = 0;   ///< cudaMemsetAsync

  /// Returns the counts since the program began.
  static counters now() noexcept {
    using enum detail::runtime::counted;
    constexpr auto read = detail::runtime::count_of;
    counters c;
    c.device_allocations = read(malloc);
    c.managed_allocations = read(malloc_managed);
    c.pinned_allocations = read(malloc_host);
    c.device_frees = read(free);
    c.managed_frees = read(free_managed);
    c.pinned_frees = read(free_host);
    c.pool_allocations = read(malloc_async);
    c.pool_frees = read(free_async);
    c.stream_synchronisations = read(stream_synchronize);
    c.default_stream_synchronisations = read(default_stream_synchronize);
    c.event_synchronisations = read(event_synchronize);
    c.device_synchronisations = read(device_synchronize);
    c.copies = read(memcpy);
    c.fills = read(memset);
    c.add_up();
    return c;
  }

  friend counters operator-(counters a, counters const& b) noexcept {
    a.device_allocations -= b.device_allocations;
    a.managed_allocations -= b.managed_allocations;
    a.pinned_allocations -= b.pinned_allocations;
    a.device_frees -= b.device_frees;
    a.managed_frees -= b.managed_frees;
    a.pinned_frees -= b.pinned_frees;
    a.pool_allocations -= b.pool_allocations;
    a.pool_frees -= b.pool_frees;
    a.stream_synchronisations -= b.stream_synchronisations;
    a.default_stream_synchronisations -= b.default_stream_synchronisations;
    a.event_synchronisations -= b.event_synchronisations;
    a.device_synchronisations -= b.device_synchronisations;
    a.copies -= b.copies;
    a.fills -= b.fills;
    a.add_up();
    return a;
  }
  friend bool operator==(counters const&, counters const&) = default;

 private:
  void add_up() noexcept {
    allocations = device_allocations + managed_allocations + pinned_allocations;
    frees = device_frees + managed_frees + pinned_frees;
    synchronisations = stream_synchronisations + default_stream_synchronisations + event_synchronisations +
                       device_synchronisations;
  }
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
