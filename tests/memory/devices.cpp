// Devices and copies between them. A build without CUDA has one memory, and copies within it.
#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <cstddef>
#include <vector>

#if defined(THRUM_WITH_CUDA)
#include <thrum/cuda/device.h>
#endif

namespace {

/// Returns the result of make() while the first or the last device is current.
template <class Make>
auto on_device([[maybe_unused]] bool last, Make make) {
#if defined(THRUM_WITH_CUDA)
  thrum::cuda::device_guard const guard(thrum::cuda::device(last ? thrum::cuda::device::count() - 1 : 0));
#endif
  return make();
}

}  // namespace

TEST_CASE("vectors of two devices are copied into each other") {
  std::size_t const n = 10000;
  std::vector<int> host(n);
  for (std::size_t i = 0; i < n; ++i) host[i] = static_cast<int>(i * 7 % 1009);
  for (bool const from_last : {false, true}) {
    CAPTURE(from_last);
    auto const from = on_device(from_last, [&] { return thrum::device_vector<int>(host.begin(), host.end()); });
    auto to = on_device(!from_last, [&] { return thrum::device_vector<int>(n + 2, -1); });
    auto const end = on_device(from_last, [&] { return thrum::copy(from.begin(), from.end(), to.begin() + 1); });
    CHECK(end == to.end() - 1);
    auto expected = host;
    expected.insert(expected.begin(), -1);
    expected.push_back(-1);
    CHECK(to.to_host() == expected);

    auto const copied = on_device(!from_last, [&] { return from; });
    CHECK(copied.to_host() == host);
    to.assign(5, 1);
    to = from;
    CHECK(to.to_host() == host);
    thrum::copy(to.begin(), to.begin(), to.end());
    CHECK(to.to_host() == host);
  }
}

#if defined(THRUM_WITH_CUDA)

using thrum::cuda::device;

TEST_CASE("devices are numbers with properties") {
  int const n = device::count();
  REQUIRE(n > 0);
  CHECK(device::all().size() == static_cast<std::size_t>(n));
  CHECK(device::all().back() == device(n - 1));
  CHECK(device(n - 1).number() == n - 1);

  device const d;
  CHECK_FALSE(d.name().empty());
  CHECK(d.compute_capability() >= thrum::cuda::compute_capability{1, 0});
  CHECK(d.compute_capability() < thrum::cuda::compute_capability{100, 0});
  CHECK(d.total_memory() > 0);
  CHECK(d.free_memory() <= d.total_memory());
  CHECK(d.multiprocessors() > 0);
  CHECK(d.warp_size() == d.attribute(cudaDevAttrWarpSize));
  CHECK(d.max_threads_per_block() <= d.max_threads_per_multiprocessor());
  CHECK(d.shared_memory_per_block() <= d.shared_memory_per_block_opt_in());
  CHECK(d.shared_memory_per_block_opt_in() <= d.shared_memory_per_multiprocessor());
  CHECK(d.l2_cache() > 0);
  CHECK(d.memory_bandwidth() == 2 * d.memory_clock_rate() * d.memory_bus_width() / 8);
  CHECK_NOTHROW(d.synchronize());
}

TEST_CASE("a device is current for a while, or until another is") {
  device const before = device::current();
  device const last(device::count() - 1);
  {
    thrum::cuda::device_guard const guard(last);
    CHECK(device::current() == last);
  }
  CHECK(device::current() == before);
  last.make_current();
  CHECK(device::current() == last);
  before.make_current();
  CHECK(device::current() == before);
}

TEST_CASE("a device that is not there is an error that says so") {
  device const none(device::count());
  CHECK_THROWS_AS(none.make_current(), thrum::cuda_error);
  CHECK_THROWS_AS(static_cast<void>(none.multiprocessors()), thrum::cuda_error);
  CHECK_THROWS_AS(static_cast<void>(none.free_memory()), thrum::cuda_error);
  CHECK_THROWS_AS(thrum::cuda::device_guard{none}, thrum::cuda_error);
  CHECK_THROWS_AS(device().enable_peer_access(none), thrum::cuda_error);
  CHECK(cudaGetLastError() == cudaSuccess);
}

#endif
