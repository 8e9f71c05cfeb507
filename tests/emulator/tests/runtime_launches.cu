// Launches of the emulated card: what is refused, what fits on a multiprocessor, and what is
// counted.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "../costs.h"
#include "card.h"

namespace {

using namespace card;

constexpr int n = 1000;

__global__ void add_one(int* p, int size) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size) p[i] += 1;
}
__global__ void __launch_bounds__(128) of_small_blocks(int* p) { p[threadIdx.x] = 1; }

extern __shared__ int dynamic[];
__global__ void reverse_by_shared(int* p) {
  dynamic[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

// Two functions and a kernel with shared memory of their own, which must not lie on each other.
__device__ __noinline__ int next_of_block(int value) {
  __shared__ int values[32];
  values[threadIdx.x] = value;
  __syncthreads();
  return values[(threadIdx.x + 1) % 32];
}
__device__ __noinline__ int first_of_block(int value) {
  __shared__ int first;
  if (threadIdx.x == 0) first = value;
  __syncthreads();
  return first;
}
__global__ void call_functions_with_shared_memory(int* p) {
  __shared__ int own[32];
  own[threadIdx.x] = 1000;
  p[threadIdx.x] = next_of_block(p[threadIdx.x]) + 100 * first_of_block(7) + own[threadIdx.x];
}

struct wide_argument {
  char first;
  double second;
  int third[5];
};
__global__ void take_arguments(double* out, char a, wide_argument w, short b) {
  out[0] = a;
  out[1] = w.first;
  out[2] = w.second;
  out[3] = w.third[4];
  out[4] = b;
}

// The error of the launch before.
cudaError_t error_of_launch() { return cudaGetLastError(); }

int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

TEST_CASE("extents that no card has are refused") {
  device_array<int> const a(n);
  add_one<<<0, 256>>>(a.data(), n);
  CHECK(error_of_launch() == cudaErrorInvalidConfiguration);
  add_one<<<1, 0>>>(a.data(), n);
  CHECK(error_of_launch() == cudaErrorInvalidConfiguration);
  add_one<<<1, 1025>>>(a.data(), n);
  CHECK(error_of_launch() == cudaErrorInvalidConfiguration);
  add_one<<<1, dim3(1, 1, 65)>>>(a.data(), n);
  CHECK(error_of_launch() == cudaErrorInvalidConfiguration);
  add_one<<<dim3(1, 65536), 1>>>(a.data(), n);
  CHECK(error_of_launch() == cudaErrorInvalidConfiguration);
  of_small_blocks<<<1, 129>>>(a.data());
  CHECK(error_of_launch() == cudaErrorInvalidValue);
  of_small_blocks<<<1, 128>>>(a.data());
  finish();
}

TEST_CASE("more shared memory than 48 KiB has to be asked for") {
  device_array<int> const a(numbers(32));
  reverse_by_shared<<<1, 32, 50'000>>>(a.data());
  CHECK(error_of_launch() == cudaErrorInvalidValue);
  check(cudaFuncSetAttribute(reverse_by_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 60'000));
  reverse_by_shared<<<1, 32, 50'000>>>(a.data());
  finish();
  CHECK(a.to_host()[0] == 31);
  reverse_by_shared<<<1, 32, 60'001>>>(a.data());
  CHECK(error_of_launch() == cudaErrorInvalidValue);
  int const most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(reverse_by_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) ==
        cudaErrorInvalidValue);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("functions that a kernel calls have shared memory of their own") {
  device_array<int> const a(numbers(32));
  call_functions_with_shared_memory<<<1, 32>>>(a.data());
  finish();
  for (int i = 0; i < 32; ++i) CHECK(a.to_host()[static_cast<std::size_t>(i)] == (i + 1) % 32 + 1700);
}

TEST_CASE("arguments arrive, whatever their alignment") {
  device_array<double> const out(5);
  take_arguments<<<1, 1>>>(out.data(), 'a', {'b', 2.5, {1, 2, 3, 4, 5}}, -7);
  finish();
  CHECK(out.to_host() == std::vector<double>{'a', 'b', 2.5, 5, -7});
}

TEST_CASE("attributes of kernels, and what fits on a multiprocessor") {
  cudaFuncAttributes a{};
  check(cudaFuncGetAttributes(&a, of_small_blocks));
  CHECK(a.maxThreadsPerBlock == 128);
  CHECK(a.ptxVersion == 75);
  CHECK(a.numRegs > 0);
  int blocks = 0, block = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_one, 256, 0));
  CHECK(blocks == attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 256);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_one, 256, 30'000));
  CHECK(blocks == attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / 31'000);
  check(cudaOccupancyMaxPotentialBlockSize(&blocks, &block, add_one));
  CHECK(block == 1024);
  CHECK(blocks >= attribute(cudaDevAttrMultiProcessorCount));
}

TEST_CASE("a cooperative launch has to fit on the card") {
  device_array<int> const a(n);
  int* p = a.data();
  int size = n;
  void* arguments[] = {&p, &size};
  check(cudaMemset(p, 0, n * sizeof(int)));
  check(cudaLaunchCooperativeKernel(add_one, dim3(4), dim3(256), arguments, 0, nullptr));
  check(cudaDeviceSynchronize());
  CHECK(a.to_host()[n - 1] == 1);
  CHECK(cudaLaunchCooperativeKernel(add_one, dim3(100'000), dim3(256), arguments, 0, nullptr) ==
        cudaErrorCooperativeLaunchTooLarge);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("a launch with attributes") {
  device_array<int> const a(n);
  check(cudaMemset(a.data(), 0, n * sizeof(int)));
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {1, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim = dim3(256);
  config.attrs = attributes;
  config.numAttrs = 2;
  check(cudaLaunchKernelEx(&config, add_one, a.data(), n));
  check(cudaDeviceSynchronize());
  CHECK(a.to_host()[n - 1] == 1);
  attributes[1].val.clusterDim = {2, 1, 1};
  bool const has_clusters = attribute(cudaDevAttrClusterLaunch) == 1;
  CHECK(cudaLaunchKernelEx(&config, add_one, a.data(), n) == (has_clusters ? cudaSuccess : cudaErrorNotSupported));
  static_cast<void>(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

TEST_CASE("costs and calls are counted") {
  device_array<int> const a(numbers(n));
  emulated_costs_reset();
  for (int i = 0; i < 3; ++i) add_one<<<4, 256>>>(a.data(), n);
  check(cudaDeviceSynchronize());
  int* p = nullptr;
  check(cudaMalloc(&p, 4));
  check(cudaFree(p));
  emulated_costs all{};
  emulated_costs_get(&all);
  CHECK(all.kernel_launches == 3);
  CHECK(all.launches == 3);
  CHECK(all.blocks == 12);
  CHECK(all.warps == 96);
  CHECK(all.global_load_bytes == 3 * 4 * n);
  CHECK(all.global_store_bytes == 3 * 4 * n);
  CHECK(all.global_load_sectors == 3 * 4 * n / 32);
  CHECK(all.lane_instructions >= 3 * n);
  CHECK(all.mallocs == 1);
  CHECK(all.frees == 1);
  CHECK(all.device_syncs == 1);
  CHECK(all.memcpys == 0);

  std::vector<std::string> names;
  auto const visit = [](char const* kernel, emulated_costs const* costs, void* data) {
    static_cast<std::vector<std::string>*>(data)->push_back(kernel);
    CHECK(costs->launches == 3);
  };
  emulated_costs_of_kernels(visit, &names);
  REQUIRE(names.size() == 1);
  CHECK(names[0].find("add_one(int*, int)") != std::string::npos);
  emulated_costs_reset();
  emulated_costs_get(&all);
  CHECK(all.launches == 0);
}

// What no function of the emulated runtime does says so.
TEST_CASE("a function that is missing names itself") {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc const format{32, 0, 0, 0, cudaChannelFormatKindFloat};
  CHECK(cudaMallocArray(&array, &format, 8, 8, 0) == cudaErrorNotSupported);
}

}  // namespace
