// What a process does by its settings, and how it ends: each case runs as a process of its own.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "../costs.h"
#include "card.h"
#include "child.h"

namespace {

using namespace card;

constexpr int n = 256;

__global__ void set(int* p, int value) { p[threadIdx.x] = value; }
__global__ void write_one_word(int* p) { *p = static_cast<int>(threadIdx.x + blockIdx.x); }

// ---- What the child processes do ------------------------------------------------------------------------------------

TEST_CASE("child: nothing wrong" * doctest::skip()) {
  device_array<int> const a(n);
  set<<<1, n>>>(a.data(), 3);
  finish();
  CHECK(a.to_host()[0] == 3);
}

TEST_CASE("child: blocks race" * doctest::skip()) {
  device_array<int> const a(1);
  write_one_word<<<4, 1>>>(a.data());
  finish();
}

TEST_CASE("child: an expected race of blocks" * doctest::skip()) {
  device_array<int> const a(1);
  write_one_word<<<4, 1>>>(a.data());
  finish();
  CHECK(emulated_findings("racecheck") > 0);
  CHECK(emulated_findings(nullptr) == emulated_findings("racecheck"));
  emulated_findings_reset();
  CHECK(emulated_findings(nullptr) == 0);
}

TEST_CASE("child: leaks" * doctest::skip()) {
  void* p = nullptr;
  check(cudaMalloc(&p, 123));
  check(cudaMallocManaged(&p, 456));
  check(cudaMallocHost(&p, 321));
  check(cudaMallocAsync(&p, 789, nullptr));
  check(cudaFreeAsync(p, nullptr));
}

TEST_CASE("child: touches memory of the card" * doctest::skip()) {
  device_array<int> const a(n);
  check(cudaMemset(a.data(), 0, n * sizeof(int)));
  check(cudaDeviceSynchronize());
  CHECK(*static_cast<int volatile*>(a.data()) == 0);
}

TEST_CASE("child: overruns page-locked memory" * doctest::skip()) {
  pinned_array<char> const a(100, 0);
  std::memset(a.data(), 0, 101);
}

TEST_CASE("child: copies what nobody has written" * doctest::skip()) {
  device_array<int> const a(n);
  CHECK(a.to_host().size() == n);
}

TEST_CASE("child: a fault stays" * doctest::skip()) {
  device_array<int> const a(n);
  set<<<1, 1024>>>(a.data(), 1);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  void* p = nullptr;
  CHECK(cudaMalloc(&p, 4) == cudaErrorIllegalAddress);
  CHECK(emulated_findings("faults") == 1);
  check(cudaDeviceReset());
  device_array<int> const b(n);
  set<<<1, n>>>(b.data(), 1);
  finish();
}

TEST_CASE("child: allocations fail" * doctest::skip()) {
  void *p = nullptr, *q = nullptr, *r = nullptr;
  check(cudaMalloc(&p, 4));
  CHECK(cudaMalloc(&q, 4) == cudaErrorMemoryAllocation);
  check(cudaMalloc(&r, 4));
  check(cudaFree(p));
  check(cudaFree(r));
}

TEST_CASE("child: two devices" * doctest::skip()) {
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  REQUIRE(devices == 2);
  stream const of_first;
  device_array<int> const first(n);
  check(cudaSetDevice(1));
  device_array<int> const second(n);
  set<<<1, n>>>(second.data(), 8);
  set<<<1, n, 0, of_first>>>(second.data(), 8);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  finish();
  check(cudaMemcpyPeer(first.data(), 0, second.data(), 1, n * sizeof(int)));
  check(cudaDeviceSynchronize());
  check(cudaSetDevice(0));
  check(cudaDeviceSynchronize());
  CHECK(first.to_host()[0] == 8);

  check(cudaDeviceEnablePeerAccess(1, 0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  static_cast<void>(cudaGetLastError());
  set<<<1, n>>>(second.data(), 9);
  finish();
  CHECK(second.to_host()[0] == 9);
  check(cudaDeviceDisablePeerAccess(1));
  set<<<1, n>>>(second.data(), 9);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  // The other device is as well as before.
  check(cudaSetDevice(1));
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  set<<<1, n>>>(second.data(), 10);
  finish();
  check(cudaDeviceReset());
  CHECK(cudaSetDevice(0) == cudaErrorIllegalAddress);
  check(cudaDeviceReset());
}

TEST_CASE("child: no pools" * doctest::skip()) {
  void* p = nullptr;
  int has_pools = 1;
  check(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0));
  CHECK(has_pools == 0);
  CHECK(cudaMallocAsync(&p, 4, nullptr) == cudaErrorNotSupported);
}

TEST_CASE("child: no device" * doctest::skip()) {
  int devices = -1;
  CHECK(cudaGetDeviceCount(&devices) == cudaErrorNoDevice);
  CHECK(devices == 0);
  void* p = nullptr;
  CHECK(cudaMalloc(&p, 4) == cudaErrorNoDevice);
}

TEST_CASE("child: runs at the call" * doctest::skip()) {
  pinned_array<int> const a(n, 0);
  set<<<1, n>>>(a.data(), 3);
  CHECK(a.data()[0] == 3);
}

// ---- What is expected of them ---------------------------------------------------------------------------------------

std::string const all_checks = "EMULATED_CHECKS=memcheck,racecheck,initcheck,synccheck,leakcheck";

TEST_CASE("a program without a defect ends as it says, under every seed and protection") {
  for (std::string const settings :
       {"EMULATED_SEED=0", "EMULATED_SEED=5", "EMULATED_PROTECTION=pages", "EMULATED_PROTECTION=none",
        "EMULATED_EAGER=1", "EMULATED_COMPUTE_CAPABILITY=90", "EMULATED_STRICT_COPY=1",
        "EMULATED_DEVICE_MEMORY=64M"}) {
    CAPTURE(settings);
    child::result const r = child::run("child: nothing wrong", {settings, all_checks});
    CAPTURE(r.text);
    CHECK(r.status == 0);
    CHECK_FALSE(r.says("emulated card"));
  }
}

TEST_CASE("findings end a program that succeeds with a status of their own") {
  child::result const r = child::run("child: blocks race");
  CAPTURE(r.text);
  CHECK(r.says("emulated card: racecheck: "));
  CHECK(r.says("write_one_word"));
  CHECK(r.says("of racecheck"));
  CHECK(r.status == EMULATED_STATUS_OF_FINDINGS);
  CHECK(child::run("child: blocks race", {"EMULATED_CHECKS=none"}).status == 0);
  CHECK(child::run("child: an expected race of blocks").status == 0);
}

TEST_CASE("leaks are listed") {
  child::result const r = child::run("child: leaks", {all_checks});
  CAPTURE(r.text);
  CHECK(r.says("leakcheck: 123 bytes that cudaMalloc gave were never freed"));
  CHECK(r.says("leakcheck: 456 bytes that cudaMallocManaged gave were never freed"));
  CHECK_FALSE(r.says("789"));
  CHECK_FALSE(r.says("321"));
  CHECK(r.status == EMULATED_STATUS_OF_FINDINGS);
  CHECK(child::run("child: leaks", {"EMULATED_CHECKS=memcheck"}).status == 0);
}

TEST_CASE("a touch of the card's memory by the host says what it touches") {
  child::result const r = child::run("child: touches memory of the card");
  CAPTURE(r.text);
  CHECK(r.says("the host touches memory of the card"));
  CHECK(r.says("byte 0 of 1024 bytes of device memory of device 0"));
  CHECK(r.status != 0);
  CHECK(child::run("child: touches memory of the card", {"EMULATED_PROTECTION=none"}).status == 0);
}

TEST_CASE("what the host writes behind its memory is found when the memory is freed") {
  child::result const r = child::run("child: overruns page-locked memory");
  CAPTURE(r.text);
  CHECK(r.says("memcheck: somebody wrote directly past the end of 100 bytes of page-locked memory"));
  CHECK(r.status == EMULATED_STATUS_OF_FINDINGS);
}

TEST_CASE("a copy to the host of what nobody has written is a finding") {
  child::result const r = child::run("child: copies what nobody has written");
  CAPTURE(r.text);
  CHECK(r.says("initcheck: a copy of 1024 bytes to the host reads what nobody has written"));
  CHECK(r.status == EMULATED_STATUS_OF_FINDINGS);
}

TEST_CASE("a fault is the error of every call, until the device is reset") {
  child::result const r = child::run("child: a fault stays");
  CAPTURE(r.text);
  CHECK(r.says("device 0 fails with cudaErrorIllegalAddress"));
  CHECK(r.says("directly past the end of 1024 bytes of device memory of device 0"));
  CHECK(r.says("runtime_settings.cu:"));
  CHECK(r.status == 0);
}

TEST_CASE("settings change what the card is") {
  for (auto const& [name, setting] :
       std::vector<std::pair<std::string, std::string>>{{"child: allocations fail", "EMULATED_FAIL_ALLOCATION=2"},
                                                        {"child: two devices", "EMULATED_DEVICES=2"},
                                                        {"child: no pools", "EMULATED_NO_POOLS=1"},
                                                        {"child: no device", "EMULATED_DEVICES=0"},
                                                        {"child: runs at the call", "EMULATED_EAGER=1"}}) {
    CAPTURE(name);
    child::result const r = child::run(name, {setting});
    CAPTURE(r.text);
    CHECK(r.status == 0);
    CHECK(r.says("1 passed"));
  }
}

TEST_CASE("a wrong setting is named") {
  for (std::string const wrong :
       {"EMULATED_SEEED=1", "EMULATED_SEED=one", "EMULATED_DEVICES=17", "EMULATED_COMPUTE_CAPABILITY=74",
        "EMULATED_CHECKS=memcheck,sloppycheck", "EMULATED_EAGER=2", "EMULATED_PROTECTION=some",
        "EMULATED_CACHES=2", "EMULATED_L2_CACHE=12"}) {
    CAPTURE(wrong);
    child::result const r = child::run("child: nothing wrong", {wrong});
    CHECK(r.status == 2);
    CHECK(r.says(wrong));
  }
}

TEST_CASE("a report and a trace say what was done") {
  child::result const r = child::run("child: nothing wrong", {"EMULATED_REPORT=1", "EMULATED_TRACE=1"});
  CAPTURE(r.text);
  CHECK(r.says("calls: 1 launches, 1 cudaMalloc"));
  CHECK(r.says("set"));
  CHECK(r.says("puts "));
  CHECK(r.says("runs "));
  CHECK(r.status == 0);
}

}  // namespace
