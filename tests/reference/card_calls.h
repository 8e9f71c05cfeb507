// Counts what a call of an algorithm asks of the CUDA runtime after the first call, by the
// library's counters and, on an emulated card, by the runtime's.
#pragma once

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <thrum/cuda.cuh>
#include <thrum/cuda/counters.h>
#include <thrum/cuda/memory_pool.h>
#include <thrum/cuda/stream.h>
#include <cstdint>
#include <optional>
#include "emulator/costs.h"

struct card_calls {
  std::uint64_t launches;          ///< of kernels; 0 where no emulated card counts them
  std::uint64_t copies_and_fills;  ///< by the runtime, likewise
  std::uint64_t blocks;            ///< of scratch memory
  std::uint64_t waits;             ///< of the host

  friend bool operator==(card_calls const&, card_calls const&) = default;
};

/// The counts of the emulated card; empty on a GPU.
inline std::optional<emulated_costs> costs_so_far() {
  static auto const get =
      reinterpret_cast<decltype(&emulated_costs_get)>(dlsym(RTLD_DEFAULT, "emulated_costs_get"));
  if (get == nullptr) return std::nullopt;
  emulated_costs costs{};
  get(&costs);
  return costs;
}

/// Counts call(policy). The library's counters, the runtime's and the pool's have to agree that
/// nothing else was called.
template <class Call>
card_calls count_call(thrum::cuda::policy const& policy, Call call) {
  auto const pool = thrum::cuda::memory_pool::of_current_device();
  auto const reserved = pool.read_statistics().reserved;
  auto const emulated_before = costs_so_far();
  auto const before = thrum::cuda::counters::now();
  call(policy);
  auto const spent = thrum::cuda::counters::now() - before;
  auto const emulated = costs_so_far();

  CHECK(spent.allocations == 0);
  CHECK(spent.frees == 0);
  CHECK(spent.pool_allocations == spent.pool_frees);
  CHECK(spent.synchronisations == spent.stream_synchronisations);
  CHECK(pool.read_statistics().reserved == reserved);
  card_calls counted{0, 0, spent.pool_allocations, spent.synchronisations};
  if (emulated) {
    auto const& a = *emulated_before;
    auto const& b = *emulated;
    CHECK(b.mallocs + b.managed_mallocs + b.host_mallocs == a.mallocs + a.managed_mallocs + a.host_mallocs);
    CHECK(b.frees + b.host_frees == a.frees + a.host_frees);
    CHECK(b.async_mallocs - a.async_mallocs == spent.pool_allocations);
    CHECK(b.async_frees - a.async_frees == spent.pool_frees);
    CHECK(b.stream_syncs - a.stream_syncs == spent.synchronisations);
    CHECK(b.device_syncs + b.event_syncs + b.queries == a.device_syncs + a.event_syncs + a.queries);
    CHECK(b.event_records + b.stream_waits == a.event_records + a.stream_waits);
    CHECK(b.graph_launches == a.graph_launches);
    counted.copies_and_fills = b.memcpys + b.memsets - a.memcpys - a.memsets;
    CHECK(counted.copies_and_fills >= spent.copies + spent.fills);  // CUB calls fill in addition
    counted.launches = b.kernel_launches - a.kernel_launches;
  }
  return counted;
}

/// Counts the second of two calls of call(policy): the first may load kernels and allocate memory
/// that is kept. prepare() runs before each call.
template <class Prepare, class Call>
card_calls steady_call(thrum::cuda::policy const& policy, Prepare prepare, Call call) {
  prepare();
  call(policy);
  prepare();
  policy.sync();
  cudaDeviceSynchronize();
  card_calls const counted = count_call(policy, call);
  policy.sync();
  return counted;
}

/// Checks that an emulated card has found no wrong access and no race. Ignores the findings of
/// initcheck: structures are copied with their padding, which nobody writes, and other tests check
/// the results.
inline void expect_no_findings() {
  auto const findings = reinterpret_cast<decltype(&emulated_findings)>(dlsym(RTLD_DEFAULT, "emulated_findings"));
  auto const reset =
      reinterpret_cast<decltype(&emulated_findings_reset)>(dlsym(RTLD_DEFAULT, "emulated_findings_reset"));
  if (findings == nullptr || reset == nullptr) return;
  for (char const* tool : {"memcheck", "racecheck", "synccheck", "leakcheck"}) CHECK(findings(tool) == 0);
  reset();
}
