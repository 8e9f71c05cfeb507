// Vectors that are split over devices, compared with std::. The parts are on one device, as two and
// as three parts, and on all devices if there are several. The policies are the one that waits and
// the one that does not, with busy streams.
#include <doctest/doctest.h>

#include <thrum/cuda/counters.h>
#include <thrum/cuda/device_group.cuh>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <thrum/reduce.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <random>
#include <vector>
#include "../multi_device/split_vectors.h"
#include "data.h"

namespace {

namespace md = thrum::multi_device;
using split_vectors::random_ints;
using split_vectors::sizes;
using thrum::cuda::device_group;
using thrum::cuda::par;
using thrum::cuda::par_nosync;

/// The groups to test: one part on each device if there are several, and several parts on one
/// device.
std::vector<std::vector<int>> device_lists() {
  std::vector<std::vector<int>> lists{{0}, {0, 0}, {0, 0, 0}};
  std::vector<int> all(static_cast<std::size_t>(thrum::cuda::device::count()));
  std::iota(all.begin(), all.end(), 0);
  if (all.size() > 1) {
    lists.push_back(all);
    all.push_back(0);
    lists.push_back(all);
  }
  return lists;
}

/// Parts of very different sizes.
sizes uneven(std::ptrdiff_t n, std::ptrdiff_t parts) {
  sizes result(static_cast<std::size_t>(parts), n / (4 * parts));
  result.front() = 0;
  result.back() += n - std::accumulate(result.begin(), result.end(), std::ptrdiff_t{0});
  return result;
}

/// Keeps a stream busy for some ten milliseconds.
__global__ void spin(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}
constexpr long long long_time = 50'000'000;

/// Keeps all parts busy.
void spin_all(device_group const& group) {
  group.run([&](std::ptrdiff_t p) { spin<<<1, 1, 0, group.policy(p).stream()>>>(long_time); });
}
bool idle(device_group const& group, std::ptrdiff_t p) {
  bool const done = cudaStreamQuery(group.policy(p).stream()) == cudaSuccess;
  static_cast<void>(cudaGetLastError());
  return done;
}

}  // namespace

TEST_CASE("vectors over devices give what one vector gives") {
  for (auto const& devices : device_lists()) {
    for (auto const& how : {par, par_nosync}) {
      device_group const group(devices, how);
      for (std::ptrdiff_t const n : std::vector<std::ptrdiff_t>{0, 1, 2, 3, 1000, large_size(100'003, 20'011)}) {
        for (int const bound : {1, 10, 1 << 20}) {
          CAPTURE(devices.size());
          CAPTURE(n);
          CAPTURE(bound);
          auto const h = random_ints(n, bound);
          auto const split = uneven(n, group.parts());
          split_vectors::check_sums(group, h, split);
          split_vectors::check_scans(group, h, split);
          split_vectors::check_sorts(group, h, split);
        }
      }
    }
  }
}

TEST_CASE("long sorts, whose samples are refined, and floats with NaNs") {
  for (auto const& devices : device_lists()) {
    device_group const group(devices);
    auto h = random_ints(large_size(1 << 22, 1 << 20), std::numeric_limits<int>::max());
    thrum::multi_device_vector<int> v(group, h);
    md::sort(v);
    std::sort(h.begin(), h.end());
    CHECK(v.to_host() == h);

    std::vector<float> floats;
    for (int x : random_ints(200'000, 1000))
      floats.push_back(x % 10 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(x) - 500);
    auto const numbers = std::count_if(floats.begin(), floats.end(), [](float x) { return x == x; });
    thrum::multi_device_vector<float> f(group, floats);
    md::stable_sort(f, thrum::greater<>{});
    auto const sorted = f.to_host();
    CHECK(std::is_sorted(sorted.begin(), sorted.begin() + numbers, std::greater<>{}));
    CHECK(std::all_of(sorted.begin() + numbers, sorted.end(), [](float x) { return x != x; }));
  }
}

TEST_CASE("par_nosync begins the work of all parts and waits for none") {
  for (auto const& devices : device_lists()) {
    device_group const group(devices, par_nosync);
    std::size_t const n = 100'000;
    thrum::multi_device_vector<int> v(group, n, 1), w(group, n);
    auto const round = [&] {
      md::transform(v, w, thrum::negate<>{});
      md::copy(w, v);
      md::inclusive_scan(v, v);
      md::exclusive_scan(w, w, 0);
    };
    round();  // the runtime may wait when it loads a kernel
    md::fill(v, 1);
    group.wait();
    spin_all(group);
    auto const before = thrum::cuda::counters::now();
    round();
    auto const spent = thrum::cuda::counters::now() - before;
    for (std::ptrdiff_t p = 0; p < group.parts(); ++p) CHECK_FALSE(idle(group, p));
    CHECK(spent.synchronisations == 0);
    CHECK(spent.allocations == 0);
    CHECK(spent.frees == 0);
    CHECK(v[n - 1] == -static_cast<int>(n));
    CHECK(w[n - 1] == -static_cast<int>(n - 1));
    spin_all(group);
    auto const once = thrum::cuda::counters::now();
    CHECK(md::reduce(w, 0L) == -static_cast<long>(n * (n - 1) / 2));
    CHECK((thrum::cuda::counters::now() - once).synchronisations == 1);
    group.wait();
    for (std::ptrdiff_t p = 0; p < group.parts(); ++p) CHECK(idle(group, p));
  }
}

TEST_CASE("par waits once for each part at the end of a call") {
  device_group const group({0, 0});
  thrum::multi_device_vector<int> v(group, 100'000, 1);
  md::for_each(v, [] __device__(int& x) { ++x; });
  spin_all(group);
  auto const before = thrum::cuda::counters::now();
  md::for_each(v, [] __device__(int& x) { ++x; });
  CHECK(idle(group, 0));
  CHECK(idle(group, 1));
  CHECK((thrum::cuda::counters::now() - before).synchronisations == 2);
  CHECK(md::reduce(v) == 300'000);
}

TEST_CASE("deterministic sums of floats are seq's bits over any devices") {
  using group_type = thrum::cuda::deterministic_device_group;
  std::vector<float> h;
  for (int x : random_ints(large_size(1'000'001), 1 << 24)) h.push_back(static_cast<float>(x) * 1e-3F);
  float const expected = thrum::reduce(thrum::seq, h.begin(), h.end(), 0.5F);
  for (auto const& devices : device_lists()) {
    group_type const group(devices, par.deterministic());
    thrum::multi_device_vector<float, group_type> v(group, h);
    CHECK(md::reduce(v, 0.5F) == expected);
    md::exclusive_scan(v, v, 0.5F, thrum::maximum<>{});
    CHECK(v[h.size() - 1] == std::max(0.5F, *std::max_element(h.begin(), h.end() - 1)));
  }
}

TEST_CASE("copies between parts follow the work of both") {
  device_group const group({0, 0}, par_nosync);
  std::size_t const n = 1 << 20;
  thrum::multi_device_vector<int> v(group, {static_cast<std::ptrdiff_t>(n), 0}, thrum::no_init);
  thrum::multi_device_vector<int> w(group, {0, static_cast<std::ptrdiff_t>(n)}, thrum::no_init);
  for (int round = 1; round < 4; ++round) {
    spin_all(group);
    md::fill(v, round);  // in the stream of one part
    md::copy(v, w);      // in the stream of the other part
    md::fill(v, -1);     // after the copy
    CHECK(md::reduce(w, 0L) == static_cast<long>(n) * round);
    CHECK(md::reduce(v, 0L) == -static_cast<long>(n));
  }
}

TEST_CASE("whichever allocation fails, nothing is lost and nothing leaks") {
  using space = thrum::device_space<thrum::device_system::cuda>;
  auto const h = random_ints(3000, 100);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    thrum::counting_resource<space> counting;
    thrum::fail_on_kth_allocation<space> failing(k, counting);
    device_group const group({0, 0}, par.with(failing));
    try {
      thrum::multi_device_vector<int> v(group, {500, 2500}, h), sums(group, {500, 2500}, thrum::no_init);
      auto const held = counting.blocks_in_use();
      try {
        md::sort(v);
        md::inclusive_scan(v, sums);
        int const sum = md::reduce(v);
        CHECK(sum == sums[2999]);
        CHECK(v.to_host() == sorted);
      } catch (std::bad_alloc const&) {
        auto left = v.to_host();
        std::sort(left.begin(), left.end());
        CHECK(left == sorted);
      }
      CHECK(counting.blocks_in_use() == held);
    } catch (std::bad_alloc const&) {
    }
    CHECK(counting.blocks_in_use() == 0);
    failed = failing.failed();
    REQUIRE(k < 200);
  }
}

TEST_CASE("calls of a program's own on a part") {
  device_group const group({0, 0});
  thrum::multi_device_vector<int> v(group, {100, 200}, thrum::no_init);
  for (std::ptrdiff_t p = 0; p < group.parts(); ++p) {
    auto const part = v.part(p);
    thrum::fill(group.policy(p), part.begin(), part.end(), static_cast<int>(p) + 1);
  }
  CHECK(md::reduce(v) == 100 + 2 * 200);
  v[150] = 50;
  int const read = v[150];
  CHECK(read == 50);
  CHECK_THROWS_AS(device_group(std::vector<int>{}), std::invalid_argument);
  CHECK_THROWS_AS(device_group({1 << 20}), thrum::cuda_error);
}
