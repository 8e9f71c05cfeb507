// When the emulated card does its work: late, in the order that streams and events ask for, and no
// other.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "card.h"

namespace {

using namespace card;

constexpr int n = 1000;
constexpr std::size_t bytes = n * sizeof(int);

__global__ void set(int* p, int value) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] = value;
}
__global__ void add_one(int* p) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] += 1;
}
__global__ void wait_for_cycles(long long cycles) {
  long long const begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

void set_all(int* p, int value, cudaStream_t s) { set<<<4, 256, 0, s>>>(p, value); }
void add_one_to_all(int* p, cudaStream_t s) { add_one<<<4, 256, 0, s>>>(p); }

// With a seed, work that nobody waits for may run at any time.
bool runs_when_asked_alone() {
  char const* const seed = std::getenv("EMULATED_SEED");
  return (seed == nullptr || std::string_view(seed) == "0") && std::getenv("EMULATED_EAGER") == nullptr;
}

bool is_busy(cudaStream_t s) {
  cudaError_t const code = cudaStreamQuery(s);
  if (code == cudaErrorNotReady) static_cast<void>(cudaGetLastError());
  else check(code);
  return code == cudaErrorNotReady;
}

class event {
 public:
  event() { check(cudaEventCreate(&event_)); }
  ~event() { cudaEventDestroy(event_); }
  event(event const&) = delete;
  event& operator=(event const&) = delete;

  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

float milliseconds_between(cudaEvent_t begin, cudaEvent_t end) {
  float time = 0;
  check(cudaEventElapsedTime(&time, begin, end));
  return time;
}

TEST_CASE("nothing is done before somebody waits") {
  stream const s;
  device_array<int> const a(n);
  pinned_array<int> const seen(n, 0);
  set_all(a.data(), 42, s);
  check(cudaMemcpyAsync(seen.data(), a.data(), bytes, cudaMemcpyDeviceToHost, s));
  if (runs_when_asked_alone()) {
    CHECK(seen.data()[0] == 0);
    CHECK(is_busy(s));
  }
  check(cudaStreamSynchronize(s));
  CHECK(seen.data()[0] == 42);
  CHECK_FALSE(is_busy(s));
}

TEST_CASE("a wait for one stream does nothing of another") {
  stream const s, other;
  device_array<int> const a(n), b(n);
  pinned_array<int> const seen(n, 0);
  set_all(a.data(), 1, s);
  check(cudaMemcpyAsync(seen.data(), a.data(), bytes, cudaMemcpyDeviceToHost, s));
  set_all(b.data(), 2, other);
  check(cudaStreamSynchronize(other));
  if (runs_when_asked_alone()) CHECK(seen.data()[0] == 0);
  check(cudaDeviceSynchronize());
  CHECK(seen.data()[0] == 1);
}

TEST_CASE("questions alone have the work done some time") {
  stream const s;
  device_array<int> const a(n);
  set_all(a.data(), 42, s);
  while (is_busy(s)) std::this_thread::yield();
  CHECK(a.to_host()[n - 1] == 42);
}

TEST_CASE("pageable memory is taken at the call, page-locked memory when the copy runs") {
  stream const s;
  device_array<int> const a(n), b(n);
  std::vector<int> pageable(n, 5);
  pinned_array<int> const pinned(n, 5);
  check(cudaMemcpyAsync(a.data(), pageable.data(), bytes, cudaMemcpyHostToDevice, s));
  check(cudaMemcpyAsync(b.data(), pinned.data(), bytes, cudaMemcpyHostToDevice, s));
  for (int i = 0; i < n; ++i) pageable[static_cast<std::size_t>(i)] = pinned.data()[i] = 6;
  check(cudaStreamSynchronize(s));
  CHECK(a.to_host()[3] == 5);
  if (runs_when_asked_alone()) CHECK(b.to_host()[3] == 6);
}

TEST_CASE("an event orders two streams") {
  stream const s, other;
  event const done, end;
  device_array<int> const a(n);
  check(cudaEventQuery(done));
  set_all(a.data(), 1, s);
  check(cudaEventRecord(done, s));
  check(cudaStreamWaitEvent(other, done));
  add_one_to_all(a.data(), other);
  check(cudaEventRecord(end, other));
  check(cudaEventSynchronize(end));
  CHECK(a.to_host()[7] == 2);
}

TEST_CASE("the legacy stream comes before and after blocking streams, and not after others") {
  cudaStream_t blocking = nullptr;
  check(cudaStreamCreate(&blocking));
  stream const independent;
  device_array<int> const a(n), b(n);
  set_all(a.data(), 10, blocking);
  add_one_to_all(a.data(), nullptr);
  add_one_to_all(a.data(), blocking);
  CHECK(a.to_host()[7] == 12);

  check(cudaMemset(b.data(), 0, bytes));
  check(cudaDeviceSynchronize());
  set_all(b.data(), 1, independent);
  std::vector<int> const early = b.to_host();
  if (runs_when_asked_alone()) CHECK(early[0] == 0);
  check(cudaStreamDestroy(blocking));
  check(cudaStreamSynchronize(independent));
  CHECK(b.to_host()[0] == 1);
}

TEST_CASE("a stream of the thread's own is a blocking one") {
  device_array<int> const a(n);
  set_all(a.data(), 3, cudaStreamPerThread);
  add_one_to_all(a.data(), cudaStreamLegacy);
  check(cudaStreamSynchronize(cudaStreamLegacy));
  CHECK_FALSE(is_busy(cudaStreamPerThread));
  CHECK(a.to_host()[0] == 4);
}

TEST_CASE("a host function holds up its stream and no other") {
  struct gate {
    std::atomic<bool> is_open{false}, is_passed{false};
  } g;
  stream const s, other;
  device_array<int> const a(n), b(n);
  auto const pass = [](void* data) {
    auto* const it = static_cast<gate*>(data);
    while (!it->is_open) std::this_thread::yield();
    it->is_passed = true;
  };
  check(cudaLaunchHostFunc(s, pass, &g));
  set_all(a.data(), 77, s);
  for (int i = 0; i < 10; ++i) CHECK(is_busy(s));
  set_all(b.data(), 78, other);
  check(cudaStreamSynchronize(other));
  CHECK(b.to_host()[0] == 78);
  CHECK_FALSE(g.is_passed);
  g.is_open = true;
  check(cudaStreamSynchronize(s));
  CHECK(g.is_passed);
  CHECK(a.to_host()[0] == 77);
}

TEST_CASE("a host function may not call the runtime") {
  stream const s;
  cudaError_t inside = cudaSuccess;
  auto const call = [](void* code) { *static_cast<cudaError_t*>(code) = cudaMemset(code, 0, 1); };
  check(cudaLaunchHostFunc(s, call, &inside));
  check(cudaStreamSynchronize(s));
  CHECK(inside == cudaErrorNotPermitted);
}

TEST_CASE("a callback is told its stream and that all is well") {
  struct seen {
    cudaStream_t stream = nullptr;
    cudaError_t code = cudaErrorUnknown;
  } it;
  stream const s;
  auto const note = [](cudaStream_t at, cudaError_t code, void* data) { *static_cast<seen*>(data) = {at, code}; };
  check(cudaStreamAddCallback(s, note, &it, 0));
  check(cudaStreamSynchronize(s));
  CHECK(it.stream == s);
  CHECK(it.code == cudaSuccess);
}

TEST_CASE("times between events are those of the device's clock") {
  stream const s;
  event const begin, middle, end, never;
  float time = 0;
  check(cudaEventRecord(begin, s));
  wait_for_cycles<<<1, 1, 0, s>>>(20'000'000);
  check(cudaEventRecord(middle, s));
  check(cudaEventRecord(end, s));
  if (runs_when_asked_alone()) {
    CHECK(cudaEventElapsedTime(&time, begin, end) == cudaErrorNotReady);
    static_cast<void>(cudaGetLastError());
  }
  check(cudaEventSynchronize(end));
  CHECK(milliseconds_between(begin, middle) >= 20);
  CHECK(milliseconds_between(begin, middle) < 1000);
  CHECK(milliseconds_between(middle, end) > 0);
  CHECK(milliseconds_between(middle, end) < 1);
  CHECK(milliseconds_between(begin, begin) == 0);
  CHECK(cudaEventElapsedTime(&time, begin, never) == cudaErrorInvalidResourceHandle);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("handles that are gone are refused") {
  cudaStream_t s = nullptr;
  cudaEvent_t e = nullptr;
  check(cudaStreamCreate(&s));
  check(cudaEventCreate(&e));
  check(cudaStreamDestroy(s));
  check(cudaEventDestroy(e));
  CHECK(cudaStreamSynchronize(s) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventQuery(e) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("work in a stream that is destroyed is done") {
  device_array<int> const a(n);
  cudaStream_t s = nullptr;
  check(cudaStreamCreate(&s));
  set_all(a.data(), 8, s);
  check(cudaStreamDestroy(s));
  check(cudaDeviceSynchronize());
  CHECK(a.to_host()[0] == 8);
}

}  // namespace
