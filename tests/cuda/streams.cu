// Streams, memory and failures under the CUDA policy, and counts of bins.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/count_bins.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/device_allocator.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/memory_resource.h>
#include <new>
#include <string>
#include <vector>
#include "data.h"

namespace {

using thrum::cuda::par;
using thrum::cuda::par_nosync;
using space = thrum::device_space<thrum::device_system::cuda>;

struct stream {
  cudaStream_t handle{};
  stream() { REQUIRE(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking) == cudaSuccess); }
  ~stream() { CHECK(cudaStreamDestroy(handle) == cudaSuccess); }
};

/// Keeps a stream busy for some ten milliseconds.
__global__ void spin(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}
constexpr long long long_time = 50'000'000;

bool idle(cudaStream_t s) {
  bool const done = cudaStreamQuery(s) == cudaSuccess;
  static_cast<void>(cudaGetLastError());  // the next launch would report "not ready"
  return done;
}

struct set_to_index {
  int* p;
  __device__ void operator()(std::ptrdiff_t i) const { p[i] = static_cast<int>(i); }
};

/// Returns the bin of an index: three indices for each bin, and the last index of all in none.
struct bin_of_index {
  std::ptrdiff_t bins;
  __device__ std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i < 3 * bins ? i % bins : -1; }
};

/// Calls each primitive that takes scratch memory. Returns the sum of the results.
std::ptrdiff_t work(thrum::cuda::policy const& exec, int* p, int* q, std::ptrdiff_t n) {
  exec.for_each_n(n, set_to_index{p});
  exec.sort(p, n, thrum::greater<>{});
  exec.sort_by_key(p, q, n, thrum::less<>{});
  exec.scan(p, n, q, thrum::detail::no_seed<int>{}, thrum::maximum<>{}, thrum::detail::inclusive{});
  std::ptrdiff_t result = exec.reduce(q, n, std::ptrdiff_t{0}, thrum::plus<>{});
  result += exec.find_first(n, [=] __device__(std::ptrdiff_t i) { return p[i] == 7; });
  result += exec.compact(p, n, q, [=] __device__(std::ptrdiff_t i) { return p[i] % 2 == 0; });
  return result;
}
constexpr std::ptrdiff_t work_size = 10000;
constexpr std::ptrdiff_t work_result = work_size * (work_size - 1) / 2 + 7 + work_size / 2;

}  // namespace

TEST_CASE("par waits at the end of a call, par_nosync only for a result") {
  stream const s;
  thrum::device_vector<int> v(1000);
  int* const p = thrum::raw_pointer_cast(v.data());

  auto const steps_without_result = [&] {
    par_nosync.on(s.handle).for_each_n(1000, set_to_index{p});
    par_nosync.on(s.handle).sort(p, 1000, thrum::less<>{});
    par_nosync.on(s.handle).scan(p, 1000, p, thrum::detail::no_seed<int>{}, thrum::maximum<>{},
                                 thrum::detail::inclusive{});
  };
  // Runs once before the counting: the runtime may wait when it loads a kernel.
  spin<<<1, 1, 0, s.handle>>>(1);
  steps_without_result();
  par_nosync.on(s.handle).sync();

  spin<<<1, 1, 0, s.handle>>>(long_time);
  steps_without_result();
  CHECK_FALSE(idle(s.handle));
  CHECK(par_nosync.on(s.handle).reduce(p, 1000, 0, thrum::plus<>{}) == 999 * 1000 / 2);
  CHECK(idle(s.handle));

  spin<<<1, 1, 0, s.handle>>>(long_time);
  par.on(s.handle).for_each_n(1000, set_to_index{p});
  CHECK(idle(s.handle));

  spin<<<1, 1, 0, s.handle>>>(long_time);
  par_nosync.on(s.handle).for_each_n(1000, set_to_index{p});
  par_nosync.on(s.handle).sync();
  CHECK(idle(s.handle));
}

TEST_CASE("what the members of a vector write is there for every stream") {
  stream const s;
  std::ptrdiff_t const n = large_size(std::ptrdiff_t{1} << 24);
  auto const sum = [&](thrum::device_vector<int> const& v) {
    return par.on(s.handle).reduce(thrum::raw_pointer_cast(v.data()), n, std::ptrdiff_t{0}, thrum::plus<>{});
  };
  std::vector<int> const host(n, 5);
  for (int round = 0; round < 3; ++round) {
    thrum::device_vector<int> const ones(n, 1);
    CHECK(sum(ones) == n);
    CHECK(sum(thrum::device_vector<int>(n)) == 0);
    thrum::device_vector<int> copied(ones);
    CHECK(sum(copied) == n);
    copied = host;
    CHECK(sum(copied) == 5 * n);
    copied.insert(copied.begin(), ones.begin(), ones.end());
    CHECK(sum(copied) == n);
  }
}

TEST_CASE("counts of bins, few and many") {
  for (std::ptrdiff_t const bins : {1, 256, 4096, 4097, 1 << 20}) {
    CAPTURE(bins);
    std::ptrdiff_t const n = 3 * bins + 1;
    thrum::device_vector<unsigned long long> counts(static_cast<std::size_t>(bins));
    par.count_bins(n, bin_of_index{bins}, bins, thrum::raw_pointer_cast(counts.data()));
    auto const result = counts.to_host();
    CHECK(result.front() == 3);
    CHECK(result.back() == 3);
    CHECK(par.reduce(thrum::raw_pointer_cast(counts.data()), bins, 0ULL, thrum::plus<>{}) ==
          static_cast<unsigned long long>(n - 1));
  }
}

TEST_CASE("scratch memory of the user's is used and given back, whichever allocation fails") {
  thrum::device_vector<int> a(work_size), b(work_size);
  int* const p = thrum::raw_pointer_cast(a.data());
  int* const q = thrum::raw_pointer_cast(b.data());
  CHECK(work(par, p, q, work_size) == work_result);

  thrum::counting_resource<space> counting;
  CHECK(work(par.with(counting), p, q, work_size) == work_result);
  CHECK(counting.allocations() > 0);
  CHECK(counting.blocks_in_use() == 0);
  std::size_t const before = counting.allocations();
  CHECK(work(par(&counting), p, q, work_size) == work_result);
  CHECK(counting.allocations() > before);
  CHECK(work(par(thrum::device_allocator<char>()), p, q, work_size) == work_result);
  thrum::device_allocator<double> const unchangeable;
  CHECK(work(par.with(unchangeable), p, q, work_size) == work_result);

  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<space> under;
    thrum::fail_on_kth_allocation<space> failing(k, under);
    std::ptrdiff_t result = 0;
    bool threw = false;
    try {
      result = work(par.with(failing), p, q, work_size);
    } catch (std::bad_alloc const&) {
      threw = true;
    }
    CHECK(under.blocks_in_use() == 0);
    CHECK(threw == failing.failed());
    if (!threw) {
      CHECK(result == work_result);
      break;
    }
  }
  CHECK(work(par, p, q, work_size) == work_result);
}

TEST_CASE("a failure of the runtime names the call") {
  std::string text;
  try {
    static_cast<void>(par.allocate(std::size_t{1} << 46, 256));  // 64 TiB
  } catch (std::bad_alloc const& e) {
    text = e.what();
  }
  CHECK(text.find("cudaMalloc") != std::string::npos);
  CHECK(par.reduce(static_cast<int*>(nullptr), 0, 3, thrum::plus<>{}) == 3);
}
