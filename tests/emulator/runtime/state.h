// What all parts of the runtime share: devices, threads, what is outstanding, and one mutex over
// them.
#pragma once

#include <cuda_runtime_api.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <random>
#include <unordered_set>
#include <vector>

#include "pools.h"
#include "settings.h"
#include "work.h"

#define EMULATED_API extern "C" __attribute__((visibility("default")))

// Returns from a function of the runtime with the error that an expression gives, if it gives one.
#define EMULATED_TRY(expression)                                                                               \
  do {                                                                                                         \
    if (cudaError_t const code_ = (expression); code_ != cudaSuccess) return ::emulator::runtime::fail(code_); \
  } while (false)

namespace emulator::runtime {

using lock = std::unique_lock<std::mutex>;

constexpr int limits_of_device = 8;

struct device_state {
  cudaError_t sticky = cudaSuccess;  // of a fault, which ends all use of the device
  cudaStream_t legacy_stream = nullptr;
  cudaMemPool_t default_pool = nullptr;
  cudaMemPool_t pool = nullptr;
  std::size_t used = 0;  // bytes of cudaMalloc and of what pools hold
  std::size_t graph_used = 0, graph_used_high = 0, graph_reserved = 0, graph_reserved_high = 0;
  std::unordered_set<cudaStream_t> streams;
  std::unordered_set<int> peers;
  std::size_t limits[limits_of_device] = {};
  unsigned flags = 0;
  std::uint64_t clock = 0;  // nanoseconds, as its work counts them
};

struct launch_configuration {
  dim3 grid, block;
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
};

struct thread_state {
  int device = 0;
  cudaError_t last_error = cudaSuccess;
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
  std::vector<launch_configuration> configurations;  // of <<<>>>
  cudaStream_t per_thread_streams[most_devices] = {};
  bool is_in_host_function = false;
};
thread_state& this_thread();

struct runtime_state {
  std::mutex mutex;
  std::condition_variable something_is_ready, something_is_done, host_function_is_ready;
  std::vector<operation_pointer> ready;  // can begin, and somebody waits
  std::vector<operation_pointer> idle;   // can begin, but nobody waits
  std::deque<operation_pointer> host_functions;
  bool has_executor = false, has_host_thread = false;
  bool is_closing = false;  // the executor has nothing more to do, and is about to close device memory
  std::uint64_t next_operation = 1;
  std::mt19937_64 random;

  device_state devices[most_devices];
  std::unordered_set<cudaStream_t> streams;
  std::unordered_set<cudaEvent_t> events;
  std::unordered_set<cudaMemPool_t> pools;
  std::unordered_set<cudaGraph_t> graphs;
  std::unordered_set<cudaGraphExec_t> executable_graphs;
  std::unordered_set<capture_session*> captures;
  std::uint64_t allocation_calls = 0;
  std::size_t host_bytes = 0;  // page-locked and managed

  // Held by the executor while an operation runs: memory that a call takes away is not in use.
  std::mutex running;
};
runtime_state& state();

// Remembers an error for cudaGetLastError, and returns it.
cudaError_t fail(cudaError_t code);
// The same where there may be none.
inline cudaError_t noted(cudaError_t code) { return fail(code); }
// The error of a fault of the calling thread's device.
cudaError_t device_error();
// What nearly every call begins with, the mutex held: no call inside of a host function, none to a
// device that has failed.
cudaError_t usable();
bool is_device(int number);
// The device's clock, which events read: what its work would take, roughly. Not with the mutex
// held.
void advance_clock(int device, std::uint64_t nanoseconds);

}  // namespace emulator::runtime
