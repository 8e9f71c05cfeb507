// Checks the library's errors on a machine without a device.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>
#include <thrum/cuda/device.h>
#include <thrum/device_vector.h>

using thrum::cuda::device;

TEST_CASE("there are no devices, and what needs one says so") {
  CHECK(device::count() == 0);
  CHECK(device::all().empty());
  CHECK_THROWS_AS(static_cast<void>(device::current()), thrum::cuda_error);
  CHECK_THROWS_AS(static_cast<void>(device().name()), thrum::cuda_error);
  CHECK_THROWS_AS(thrum::device_vector<int>(1), thrum::cuda_error);
  CHECK(cudaGetLastError() == cudaSuccess);
}
