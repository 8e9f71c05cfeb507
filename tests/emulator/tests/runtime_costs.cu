// Costs that arithmetic tells: bytes of allocations, and what the model of caches loads and stores.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../costs.h"
#include "card.h"
#include "child.h"

namespace {

using namespace card;

constexpr int threads = 256;
constexpr unsigned long long ints_of_sector = 8;

__global__ void copy(int* to, int const* from) {
  int const i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  to[i] = from[i];
}
/// Reads all elements `times` times; stores nothing where none is negative.
__global__ void read(int* out, int const* from, int n, int times) {
  int sum = 0;
  for (int k = 0; k < times; ++k) {
    int const step = static_cast<int>(gridDim.x) * threads;
    for (int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x); i < n; i += step) {
      int x = from[i];
      asm volatile("" : "+r"(x));  // otherwise the compiler reads once
      sum |= x;
    }
    __syncthreads();
  }
  if (sum < 0) *out = sum;
}
__global__ void store_and_load(int* a, int* out) {
  a[threadIdx.x] = 1;
  __syncthreads();
  if (a[threadIdx.x ^ 1] < 0) *out = 1;
}
__global__ void add_one(int* a) { atomicAdd(a, 1); }
__global__ void read_volatile(int const volatile* a, int* out) {
  int const sum = a[threadIdx.x] + a[threadIdx.x];
  if (sum < 0) *out = sum;
}

emulated_costs costs_now() {
  emulated_costs costs{};
  emulated_costs_get(&costs);
  return costs;
}
/// The costs of a call alone, which finds the caches empty.
template <class Call>
emulated_costs costs_of(Call call) {
  emulated_costs_reset();
  call();
  check(cudaGetLastError());
  return costs_now();
}

/// An array of zeros.
device_array<int> zeros(int n) { return device_array<int>(std::vector<int>(static_cast<std::size_t>(n))); }

TEST_CASE("bytes of allocations are counted as they are asked for") {
  void *p = nullptr, *q = nullptr, *none = nullptr;
  emulated_costs const costs = costs_of([&] {
    check(cudaMalloc(&p, 123));
    check(cudaMallocAsync(&q, 789, nullptr));
    CHECK(cudaMalloc(&none, std::size_t{1} << 45) == cudaErrorMemoryAllocation);
    static_cast<void>(cudaGetLastError());
    check(cudaFree(p));
    check(cudaFreeAsync(q, nullptr));
  });
  CHECK(costs.allocated_bytes == 123 + 789);
  CHECK(costs.mallocs == 2);
  CHECK(costs.async_mallocs == 1);
  emulated_costs_reset();
  CHECK(costs_now().allocated_bytes == 0);
}

TEST_CASE("without EMULATED_CACHES nothing counts caches") {
  int const n = 1024;
  auto const from = zeros(n), to = zeros(n);
  emulated_costs const costs = costs_of([&] { copy<<<n / threads, threads>>>(to.data(), from.data()); });
  CHECK(costs.global_load_sectors == n / ints_of_sector);
  CHECK(costs.l2_sectors == 0);
  CHECK(costs.dram_load_sectors == 0);
  CHECK(costs.dram_store_sectors == 0);
}

// ---- What the child processes do, whose L2 has 4 MiB unless told ----------------------------------------------------

TEST_CASE("child: a copy moves each sector once" * doctest::skip()) {
  for (int const n : {1 << 12, 1 << 18, 1 << 22}) {
    CAPTURE(n);
    auto const from = zeros(n), to = zeros(n);
    emulated_costs const costs = costs_of([&] { copy<<<n / threads, threads>>>(to.data(), from.data()); });
    auto const sectors = static_cast<unsigned long long>(n) / ints_of_sector;
    CHECK(costs.l2_sectors == 2 * sectors);
    CHECK(costs.dram_load_sectors == sectors);
    CHECK(costs.dram_store_sectors == sectors);
  }
}

/// Two launches that read 1 MiB, and two that read 16 MiB.
TEST_CASE("child: what the L2 holds is not loaded again" * doctest::skip()) {
  constexpr unsigned long long small = (1 << 18) / ints_of_sector, large = (1 << 22) / ints_of_sector;
  auto const out = zeros(1), from = zeros(1 << 22);
  auto const read_twice = [&](int n) {
    for (int k = 0; k < 2; ++k) read<<<n / threads, threads>>>(out.data(), from.data(), n, 1);
  };
  emulated_costs costs = costs_of([&] { read_twice(1 << 18); });
  CHECK(costs.l2_sectors == 2 * small);
  CHECK(costs.dram_load_sectors == small);
  CHECK(costs.dram_store_sectors == 0);
  costs = costs_of([&] { read_twice(1 << 22); });
  CHECK(costs.l2_sectors == 2 * large);
  CHECK(costs.dram_load_sectors == 2 * large);
}

TEST_CASE("child: an L2 of 32 MiB holds 16 MiB" * doctest::skip()) {
  constexpr int n = 1 << 22;
  auto const out = zeros(1), from = zeros(n);
  emulated_costs const costs = costs_of([&] {
    for (int k = 0; k < 2; ++k) read<<<n / threads, threads>>>(out.data(), from.data(), n, 1);
  });
  CHECK(costs.dram_load_sectors == n / ints_of_sector);
  int l2 = 0;
  check(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
  CHECK(l2 == 32 << 20);
}

/// One block reads three times what fits into the L1, and what does not.
TEST_CASE("child: the L1 keeps what a block loads" * doctest::skip()) {
  auto const out = zeros(1), from = zeros(1 << 14);
  for (auto const& [n, passes_beyond] : {std::pair(1 << 12, 1ULL), std::pair(1 << 14, 3ULL)}) {
    CAPTURE(n);
    emulated_costs const costs = costs_of([&, n = n] { read<<<1, threads>>>(out.data(), from.data(), n, 3); });
    auto const sectors = static_cast<unsigned long long>(n) / ints_of_sector;
    CHECK(costs.global_load_sectors == 3 * sectors);
    CHECK(costs.l2_sectors == passes_beyond * sectors);
    CHECK(costs.dram_load_sectors == sectors);
  }
}

TEST_CASE("child: stores and atomics pass the L1" * doctest::skip()) {
  auto const a = zeros(threads), out = zeros(1);
  emulated_costs costs = costs_of([&] { store_and_load<<<1, threads>>>(a.data(), out.data()); });
  CHECK(costs.l2_sectors == 2 * threads / ints_of_sector);
  CHECK(costs.dram_load_sectors == 0);  // the L2 has them
  CHECK(costs.dram_store_sectors == threads / ints_of_sector);
  costs = costs_of([&] { add_one<<<2, 32>>>(a.data()); });
  CHECK(costs.l2_sectors == 2);
  CHECK(costs.dram_load_sectors == 1);
  CHECK(costs.dram_store_sectors == 1);
  costs = costs_of([&] { read_volatile<<<1, 32>>>(a.data(), out.data()); });
  CHECK(costs.l2_sectors == 2 * 32 / ints_of_sector);
}

// ---- What is expected of them ---------------------------------------------------------------------------------------

TEST_CASE("the model of caches counts what arithmetic tells, under every seed") {
  for (auto const& [name, setting] : std::vector<std::pair<std::string, std::string>>{
           {"child: a copy moves each sector once", "EMULATED_SEED=0"},
           {"child: a copy moves each sector once", "EMULATED_SEED=3"},
           {"child: what the L2 holds is not loaded again", "EMULATED_SEED=0"},
           {"child: an L2 of 32 MiB holds 16 MiB", "EMULATED_L2_CACHE=32M"},
           {"child: the L1 keeps what a block loads", "EMULATED_SEED=0"},
           {"child: stores and atomics pass the L1", "EMULATED_SEED=0"}}) {
    CAPTURE(name);
    child::result const r = child::run(name, {"EMULATED_CACHES=1", "EMULATED_CHECKS=none", setting});
    CAPTURE(r.text);
    CHECK(r.status == 0);
    CHECK(r.says("1 passed"));
  }
}

TEST_CASE("a report tells what the caches loaded and stored") {
  child::result const r = child::run("child: a copy moves each sector once",
                                     {"EMULATED_CACHES=1", "EMULATED_CHECKS=none", "EMULATED_REPORT=1"});
  CAPTURE(r.text);
  CHECK(r.says("caches: 1048576 sectors of the L2, 524288 loaded from memory, 524288 stored"));
  CHECK(r.says(" bytes allocated"));
}

}  // namespace
