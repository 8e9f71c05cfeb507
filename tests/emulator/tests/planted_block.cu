// Defects among the threads of one block: shared memory, barriers, masks.
#include <vector>

#include "planted.h"

namespace planted {
namespace {

constexpr int block_size = 64;

// Runs a kernel of one block on 0, 1, 2, ... and compares what it leaves with expected(i).
template <class Expected>
bool leaves(void (*kernel)(int*), int threads, Expected expected, std::size_t dynamic_shared = 0) {
  device_array<int> const values{numbers(threads)};
  kernel<<<1, threads, dynamic_shared>>>(values.data());
  finish();
  std::vector<int> const result = values.to_host();
  for (int i = 0; i < threads; ++i) {
    if (result[static_cast<std::size_t>(i)] != expected(i)) return false;
  }
  return true;
}

// A barrier is missing between writes and reads of shared memory.
template <bool correct>
__global__ void reverse_block(int* values) {
  __shared__ int shared[block_size];
  shared[threadIdx.x] = values[threadIdx.x];  // <- missing_syncthreads
  if constexpr (correct) __syncthreads();
  values[threadIdx.x] = shared[block_size - 1 - threadIdx.x];  // <- missing_syncthreads
}

template <bool correct>
bool missing_syncthreads() {
  return leaves(reverse_block<correct>, block_size, [](int i) { return block_size - 1 - i; });
}
registered const case_missing_syncthreads{"missing_syncthreads", catcher::racecheck, "reverse_block",
                                          missing_syncthreads<false>, missing_syncthreads<true>};

// Shared memory is written again while slower threads still read what it held before.
template <bool correct>
__global__ void rotate_twice(int* values) {
  __shared__ int shared[block_size];
  for (int round = 0; round < 2; ++round) {
    shared[threadIdx.x] = values[threadIdx.x];  // <- missing_syncthreads_before_reuse
    __syncthreads();
    values[threadIdx.x] = shared[(threadIdx.x + 33) % block_size];  // <- missing_syncthreads_before_reuse
    if constexpr (correct) __syncthreads();
  }
}

template <bool correct>
bool missing_syncthreads_before_reuse() {
  return leaves(rotate_twice<correct>, block_size, [](int i) { return (i + 66) % block_size; });
}
registered const case_missing_syncthreads_before_reuse{"missing_syncthreads_before_reuse", catcher::racecheck,
                                                       "rotate_twice", missing_syncthreads_before_reuse<false>,
                                                       missing_syncthreads_before_reuse<true>};

// Lanes of a warp exchange values through shared memory. They need not run in step.
template <bool correct>
__global__ void rotate_warp(int* values) {
  __shared__ int shared[32];
  shared[threadIdx.x] = values[threadIdx.x];  // <- missing_syncwarp
  if constexpr (correct) __syncwarp();
  values[threadIdx.x] = shared[(threadIdx.x + 1) % 32];  // <- missing_syncwarp
}

template <bool correct>
bool missing_syncwarp() {
  return leaves(rotate_warp<correct>, 32, [](int i) { return (i + 1) % 32; });
}
registered const case_missing_syncwarp{"missing_syncwarp", catcher::racecheck, "rotate_warp",
                                       missing_syncwarp<false>, missing_syncwarp<true>};

// Bytes side by side are in one word, but each thread has its own. The defect: two warps write the
// same bytes.
template <bool correct>
__global__ void write_bytes(int* values) {
  __shared__ unsigned char shared[block_size];
  unsigned const place = correct ? threadIdx.x : threadIdx.x % 32;
  shared[threadIdx.x] = 0;
  __syncthreads();
  shared[place] = static_cast<unsigned char>(threadIdx.x);  // <- two_warps_same_bytes
  __syncthreads();
  values[threadIdx.x] = shared[threadIdx.x];
}

template <bool correct>
bool two_warps_same_bytes() {
  return leaves(write_bytes<correct>, block_size, [](int i) { return i; });
}
registered const case_two_warps_same_bytes{"two_warps_same_bytes", catcher::racecheck, "write_bytes",
                                           two_warps_same_bytes<false>, two_warps_same_bytes<true>};

// A count in shared memory without an atomic operation.
template <bool correct>
__global__ void count_block(int* values) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if constexpr (correct) {
    atomicAdd(&count, 1);
  } else {
    count += 1;  // <- shared_count_without_atomic
  }
  __syncthreads();
  values[threadIdx.x] = count;
}

template <bool correct>
bool shared_count_without_atomic() {
  return leaves(count_block<correct>, block_size, [](int) { return block_size; });
}
registered const case_shared_count_without_atomic{"shared_count_without_atomic", catcher::racecheck, "count_block",
                                                  shared_count_without_atomic<false>,
                                                  shared_count_without_atomic<true>};

// The mask of a shuffle names lanes that have returned.
template <bool correct>
__global__ void shuffle_lower_half(int* values) {
  if (threadIdx.x >= 16) return;
  unsigned const mask = correct ? 0xffffu : 0xffffffffu;
  values[threadIdx.x] = __shfl_xor_sync(mask, values[threadIdx.x], 1);  // <- shuffle_names_lanes_that_left
}

template <bool correct>
bool shuffle_names_lanes_that_left() {
  return leaves(shuffle_lower_half<correct>, 32, [](int i) { return i < 16 ? i ^ 1 : i; });
}
registered const case_shuffle_names_lanes_that_left{"shuffle_names_lanes_that_left", catcher::synccheck,
                                                    "shuffle_lower_half", shuffle_names_lanes_that_left<false>,
                                                    shuffle_names_lanes_that_left<true>};

// So does the mask of a __syncwarp.
template <bool correct>
__global__ void rotate_lower_half(int* values) {
  __shared__ int shared[16];
  if (threadIdx.x >= 16) return;
  shared[threadIdx.x] = values[threadIdx.x];
  __syncwarp(correct ? 0xffffu : 0xffffffffu);  // <- syncwarp_names_lanes_that_left
  values[threadIdx.x] = shared[(threadIdx.x + 1) % 16];
}

template <bool correct>
bool syncwarp_names_lanes_that_left() {
  return leaves(rotate_lower_half<correct>, 32, [](int i) { return i < 16 ? (i + 1) % 16 : i; });
}
registered const case_syncwarp_names_lanes_that_left{"syncwarp_names_lanes_that_left", catcher::synccheck,
                                                     "rotate_lower_half", syncwarp_names_lanes_that_left<false>,
                                                     syncwarp_names_lanes_that_left<true>};

// The mask of a shuffle, of a vote and of a __syncwarp does not name all lanes that call it.
template <bool correct>
__global__ void shuffle_without_caller(int* values) {
  unsigned const mask = correct ? 0xffffffffu : 0x7fffffffu;
  values[threadIdx.x] = __shfl_sync(mask, values[threadIdx.x], 3);  // <- shuffle_does_not_name_caller
}

template <bool correct>
bool shuffle_does_not_name_caller() {
  return leaves(shuffle_without_caller<correct>, 32, [](int) { return 3; });
}
registered const case_shuffle_does_not_name_caller{"shuffle_does_not_name_caller", catcher::synccheck,
                                                   "shuffle_without_caller", shuffle_does_not_name_caller<false>,
                                                   shuffle_does_not_name_caller<true>};

template <bool correct>
__global__ void vote_without_caller(int* values) {
  unsigned const mask = correct ? 0xffffffffu : 0xfffffff0u;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x] == 20);  // <- vote_does_not_name_caller
}

template <bool correct>
bool vote_does_not_name_caller() {
  return leaves(vote_without_caller<correct>, 32, [](int) { return 1; });
}
registered const case_vote_does_not_name_caller{"vote_does_not_name_caller", catcher::synccheck,
                                                "vote_without_caller", vote_does_not_name_caller<false>,
                                                vote_does_not_name_caller<true>};

template <bool correct>
__global__ void syncwarp_without_caller(int* values) {
  __shared__ int shared[32];
  shared[threadIdx.x] = values[threadIdx.x];
  __syncwarp(correct ? 0xffffffffu : 0xfffffffeu);  // <- syncwarp_does_not_name_caller
  values[threadIdx.x] = shared[31 - threadIdx.x];
}

template <bool correct>
bool syncwarp_does_not_name_caller() {
  return leaves(syncwarp_without_caller<correct>, 32, [](int i) { return 31 - i; });
}
registered const case_syncwarp_does_not_name_caller{
    "syncwarp_does_not_name_caller", catcher::synccheck, "syncwarp_without_caller",
    syncwarp_does_not_name_caller<false>, syncwarp_does_not_name_caller<true>};

// Half of a warp waits in a shuffle for lanes that wait at the block's barrier.
template <bool correct>
__global__ void shuffle_in_branch(int* values) {
  unsigned const mask = correct ? 0xffffu : 0xffffffffu;
  if (threadIdx.x < 16) values[threadIdx.x] = __shfl_sync(mask, values[threadIdx.x], 5);  // <- shuffle_in_branch
  __syncthreads();                                                                        // <- shuffle_in_branch
}

template <bool correct>
bool shuffle_in_branch_case() {
  return leaves(shuffle_in_branch<correct>, 32, [](int i) { return i < 16 ? 5 : i; });
}
registered const case_shuffle_in_branch{"shuffle_in_branch", catcher::synccheck, "shuffle_in_branch",
                                        shuffle_in_branch_case<false>, shuffle_in_branch_case<true>};

// A part of each warp comes to the barrier.
template <bool correct>
__global__ void barrier_of_even_threads(int* values) {
  if (correct || threadIdx.x % 2 == 0) {
    __syncthreads();  // <- barrier_of_part_of_warp
  }
  values[threadIdx.x] += 1;
}

template <bool correct>
bool barrier_of_part_of_warp() {
  return leaves(barrier_of_even_threads<correct>, block_size, [](int i) { return i + 1; });
}
registered const case_barrier_of_part_of_warp{"barrier_of_part_of_warp", catcher::synccheck,
                                              "barrier_of_even_threads", barrier_of_part_of_warp<false>,
                                              barrier_of_part_of_warp<true>};

// One warp skips a barrier and meets the others at the next one.
template <bool correct>
__global__ void barrier_of_first_warp(int* values) {
  if (correct || threadIdx.x < 32) {
    __syncthreads();  // <- barrier_skipped_by_warp
  }
  values[threadIdx.x] += 1;
  __syncthreads();  // <- barrier_skipped_by_warp
}

template <bool correct>
bool barrier_skipped_by_warp() {
  return leaves(barrier_of_first_warp<correct>, block_size, [](int i) { return i + 1; });
}
registered const case_barrier_skipped_by_warp{"barrier_skipped_by_warp", catcher::synccheck,
                                              "barrier_of_first_warp", barrier_skipped_by_warp<false>,
                                              barrier_skipped_by_warp<true>};

// Two warps wait for each other at two named barriers.
template <bool correct>
__global__ void named_barriers(int* values) {
  if (correct || threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // <- barriers_in_two_orders
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");  // <- barriers_in_two_orders
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  values[threadIdx.x] += 1;
}

template <bool correct>
bool barriers_in_two_orders() {
  return leaves(named_barriers<correct>, block_size, [](int i) { return i + 1; });
}
registered const case_barriers_in_two_orders{"barriers_in_two_orders", catcher::synccheck, "named_barriers",
                                             barriers_in_two_orders<false>, barriers_in_two_orders<true>};

// One element of shared memory is read that nobody wrote.
template <bool correct>
__global__ void read_unwritten_shared(int* values) {
  __shared__ int shared[block_size];
  if (correct || threadIdx.x != 5) shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shared[threadIdx.x ^ 1];  // <- uninitialised_shared
}

template <bool correct>
bool uninitialised_shared() {
  return leaves(read_unwritten_shared<correct>, block_size, [](int i) { return i ^ 1; });
}
registered const case_uninitialised_shared{"uninitialised_shared", catcher::initcheck, "read_unwritten_shared",
                                           uninitialised_shared<false>, uninitialised_shared<true>};

// Reads and writes one element behind shared memory, static and dynamic.
template <bool correct>
__global__ void static_shared_overrun(int* values) {
  __shared__ int shared[block_size];
  unsigned const place = correct ? threadIdx.x : threadIdx.x + 1;
  shared[place] = values[threadIdx.x];  // <- static_shared_overrun
  __syncthreads();
  values[threadIdx.x] = shared[place];
}

template <bool correct>
bool static_shared_overrun_case() {
  return leaves(static_shared_overrun<correct>, block_size, [](int i) { return i; });
}
registered const case_static_shared_overrun{"static_shared_overrun", catcher::memcheck, "static_shared_overrun",
                                            static_shared_overrun_case<false>, static_shared_overrun_case<true>};

template <bool correct>
__global__ void dynamic_shared_overrun(int* values) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  unsigned const place = correct ? (threadIdx.x + 1) % block_size : threadIdx.x + 1;
  values[threadIdx.x] = dynamic[place];  // <- dynamic_shared_overrun
}

template <bool correct>
bool dynamic_shared_overrun_case() {
  return leaves(
      dynamic_shared_overrun<correct>, block_size, [](int i) { return (i + 1) % block_size; },
      block_size * sizeof(int));
}
registered const case_dynamic_shared_overrun{"dynamic_shared_overrun", catcher::memcheck, "dynamic_shared_overrun",
                                             dynamic_shared_overrun_case<false>,
                                             dynamic_shared_overrun_case<true>};

}  // namespace
}  // namespace planted
