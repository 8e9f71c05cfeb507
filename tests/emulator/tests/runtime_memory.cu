// Memory of the emulated card: allocations, copies, fills, pools, variables and what is known of a
// pointer.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "card.h"

namespace {

using namespace card;

constexpr int n = 1000;
constexpr std::size_t bytes = n * sizeof(int);

__global__ void add_one(int* p, int size) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size) p[i] += 1;
}

__device__ int number = 7;
__constant__ int constants[4] = {1, 2, 3, 4};
__managed__ int shared_number = 5;
__global__ void read_variables(int* p) {
  p[0] = number;
  p[1] = constants[2];
  p[2] = shared_number;
  shared_number = 9;
  number = 70;
}

// The error of a call, which cudaGetLastError then forgets.
cudaError_t error_of(cudaError_t code) {
  CHECK(cudaGetLastError() == code);
  return code;
}

cudaMemoryType type_of(void const* p) {
  cudaPointerAttributes a{};
  check(cudaPointerGetAttributes(&a, p));
  return a.type;
}

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  CHECK(free <= total);
  return free;
}

TEST_CASE("memory is aligned to 256 bytes and no more") {
  bool is_odd = false;
  for (int i = 0; i < 4; ++i) {
    device_array<char> const a(1);
    auto const address = reinterpret_cast<std::uintptr_t>(a.data());
    CHECK(address % 256 == 0);
    is_odd = is_odd || address % 512 != 0;
  }
  CHECK(is_odd);
}

TEST_CASE("copies go there and back") {
  device_array<int> const a(numbers(n));
  add_one<<<4, 256>>>(a.data(), n);
  finish();
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) expected.push_back(i + 1);
  CHECK(a.to_host() == expected);

  device_array<int> const b(n);
  check(cudaMemcpy(b.data(), a.data(), bytes, cudaMemcpyDeviceToDevice));
  CHECK(b.to_host() == expected);
  check(cudaMemcpy(b.data() + 1, b.data(), 4, cudaMemcpyDefault));
  CHECK(b.to_host()[1] == 1);
}

TEST_CASE("copies and fills of rows") {
  device_array<int> const a(n);
  check(cudaMemset(a.data(), 0, bytes));
  check(cudaMemset2D(a.data(), 80, 1, 40, 10));
  std::vector<int> host(n, 4);
  check(cudaMemcpy2D(host.data(), 40, a.data(), 80, 40, 10, cudaMemcpyDeviceToHost));
  CHECK(host[99] == 0x01010101);
  CHECK(host[100] == 4);
  CHECK(a.to_host()[10] == 0);
  CHECK(error_of(cudaMemcpy2D(host.data(), 40, a.data(), 20, 40, 10, cudaMemcpyDeviceToHost)) ==
        cudaErrorInvalidPitchValue);
}

TEST_CASE("a copy or a fill that goes beyond an allocation, or is of another kind, is refused") {
  device_array<int> const a(n);
  std::vector<int> host(n + 1);
  CHECK(error_of(cudaMemcpy(host.data(), a.data(), bytes + 1, cudaMemcpyDeviceToHost)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaMemcpy(a.data() + 1, host.data(), bytes, cudaMemcpyHostToDevice)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaMemcpy(host.data(), a.data(), 4, cudaMemcpyHostToDevice)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaMemcpy(host.data(), a.data(), 4, static_cast<cudaMemcpyKind>(9))) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(error_of(cudaMemset(a.data(), 0, bytes + 1)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaMemset(host.data(), 0, 1)) == cudaErrorInvalidValue);
}

TEST_CASE("memory is counted, and gives out") {
  std::size_t const before = free_bytes();
  void* p = nullptr;
  check(cudaMalloc(&p, 1 << 20));
  CHECK(before - free_bytes() == 1 << 20);
  check(cudaFree(p));
  CHECK(free_bytes() == before);
  CHECK(error_of(cudaMalloc(&p, before + 1)) == cudaErrorMemoryAllocation);
  CHECK(p == nullptr);
  CHECK(error_of(cudaMalloc(&p, std::size_t{1} << 46)) == cudaErrorMemoryAllocation);
  check(cudaMalloc(&p, 0));
  CHECK(p == nullptr);
}

TEST_CASE("what is freed is freed once, at its begin, by the call for it") {
  int *device = nullptr, *pinned = nullptr;
  check(cudaMalloc(&device, bytes));
  check(cudaMallocHost(&pinned, bytes));
  CHECK(error_of(cudaFree(device + 1)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaFreeHost(device)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaFree(pinned)) == cudaErrorInvalidValue);
  check(cudaFree(device));
  CHECK(error_of(cudaFree(device)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaMemset(device, 0, 4)) == cudaErrorInvalidValue);
  check(cudaFreeHost(pinned));
  check(cudaFree(nullptr));
  check(cudaFreeHost(nullptr));
}

TEST_CASE("what a pointer is") {
  device_array<int> const a(n);
  pinned_array<int> const pinned(n, 0);
  int* managed = nullptr;
  check(cudaMallocManaged(&managed, bytes));
  std::vector<int> host(n);
  CHECK(type_of(a.data() + 3) == cudaMemoryTypeDevice);
  CHECK(type_of(pinned.data()) == cudaMemoryTypeHost);
  CHECK(type_of(managed) == cudaMemoryTypeManaged);
  CHECK(type_of(host.data()) == cudaMemoryTypeUnregistered);
  check(cudaHostRegister(host.data(), bytes, 0));
  CHECK(type_of(host.data() + 5) == cudaMemoryTypeHost);
  CHECK(error_of(cudaHostRegister(host.data(), bytes, 0)) == cudaErrorHostMemoryAlreadyRegistered);
  add_one<<<4, 256>>>(host.data(), n);
  finish();
  CHECK(host[n - 1] == 1);
  check(cudaHostUnregister(host.data()));
  CHECK(type_of(host.data()) == cudaMemoryTypeUnregistered);
  CHECK(error_of(cudaHostUnregister(host.data())) == cudaErrorHostMemoryNotRegistered);
  check(cudaFree(managed));
  CHECK(type_of(managed) == cudaMemoryTypeUnregistered);
}

TEST_CASE("managed memory is the host's and the kernels', and remembers advice") {
  int* managed = nullptr;
  check(cudaMallocManaged(&managed, bytes));
  managed[n - 1] = 1;
  add_one<<<4, 256>>>(managed, n);
  finish();
  CHECK(managed[n - 1] == 2);
  cudaMemLocation device{};
  device.type = cudaMemLocationTypeDevice;
  check(cudaMemAdvise(managed, bytes, cudaMemAdviseSetPreferredLocation, device));
  check(cudaMemAdvise(managed, bytes, cudaMemAdviseSetReadMostly, device));
  check(cudaMemPrefetchAsync(managed, bytes, device, 0, nullptr));
  int preferred = -9, is_read_mostly = -9;
  check(cudaMemRangeGetAttribute(&preferred, sizeof preferred, cudaMemRangeAttributePreferredLocation, managed,
                                 bytes));
  check(cudaMemRangeGetAttribute(&is_read_mostly, 4, cudaMemRangeAttributeReadMostly, managed, bytes));
  CHECK(preferred == 0);
  CHECK(is_read_mostly == 1);
  device.id = 77;
  CHECK(error_of(cudaMemAdvise(managed, bytes, cudaMemAdviseSetPreferredLocation, device)) ==
        cudaErrorInvalidDevice);
  check(cudaFree(managed));
}

TEST_CASE("variables of the device, by name") {
  device_array<int> const out(3);
  int const replacement[4] = {5, 6, 30, 7};
  shared_number = 6;
  check(cudaMemcpyToSymbol(constants, replacement, sizeof replacement));
  read_variables<<<1, 1>>>(out.data());
  finish();
  CHECK(out.to_host() == std::vector<int>{7, 30, 6});
  CHECK(shared_number == 9);
  int value = 0;
  check(cudaMemcpyFromSymbol(&value, number, sizeof value));
  CHECK(value == 70);
  void* p = nullptr;
  std::size_t size = 0;
  check(cudaGetSymbolAddress(&p, constants));
  check(cudaGetSymbolSize(&size, constants));
  CHECK(type_of(p) == cudaMemoryTypeDevice);
  CHECK(size == sizeof constants);
  CHECK(error_of(cudaMemcpyToSymbol(constants, replacement, sizeof replacement, 4)) == cudaErrorInvalidValue);
  CHECK(error_of(cudaGetSymbolAddress(&p, &value)) == cudaErrorInvalidSymbol);
}

std::uint64_t attribute(cudaMemPool_t pool, cudaMemPoolAttr which) {
  std::uint64_t value = 0;
  check(cudaMemPoolGetAttribute(pool, which, &value));
  return value;
}

TEST_CASE("memory of a pool is there from its place in the stream to its end") {
  stream const s;
  pinned_array<int> const out(n, 0);
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  int* p = nullptr;
  check(cudaMallocAsync(&p, bytes, s));
  CHECK(type_of(p) == cudaMemoryTypeDevice);
  check(cudaMemsetAsync(p, 0, bytes, s));
  add_one<<<4, 256, 0, s>>>(p, n);
  check(cudaMemcpyAsync(out.data(), p, bytes, cudaMemcpyDeviceToHost, s));
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) >= bytes);
  check(cudaFreeAsync(p, s));
  CHECK(error_of(cudaFreeAsync(p, s)) == cudaErrorInvalidValue);
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) > 0);
  check(cudaStreamSynchronize(s));
  CHECK(out.data()[n - 1] == 1);
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemHigh) >= bytes);
}

TEST_CASE("a pool keeps what its threshold says, and gives no more than it may have") {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.maxSize = 4 << 20;
  cudaMemPool_t pool = nullptr;
  check(cudaMemPoolCreate(&pool, &properties));
  std::uint64_t threshold = ~std::uint64_t{0};
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  void *p = nullptr, *q = nullptr;
  check(cudaMallocFromPoolAsync(&p, 3 << 20, pool, nullptr));
  CHECK(error_of(cudaMallocFromPoolAsync(&q, 2 << 20, pool, nullptr)) == cudaErrorMemoryAllocation);
  check(cudaFreeAsync(p, nullptr));
  check(cudaDeviceSynchronize());
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) >= 3 << 20);
  check(cudaMemPoolTrimTo(pool, 0));
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
  check(cudaMemPoolDestroy(pool));
  CHECK(error_of(cudaMemPoolTrimTo(pool, 0)) == cudaErrorInvalidValue);
}

}  // namespace
