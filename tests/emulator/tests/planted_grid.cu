// Defects among the blocks of one launch: global memory without order.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <vector>

#include "planted.h"

namespace planted {
namespace {

constexpr int blocks = 8, block_size = 32, count = blocks * block_size;

__device__ int global_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

bool equal(device_array<int> const& values, std::vector<int> const& expected) {
  return values.to_host() == expected;
}

// A rotation in place: each thread reads what another block's thread writes.
template <bool correct>
__global__ void rotate_grid(int const* values, int* rotated) {
  int const i = global_index();
  rotated[i] = values[(i + 1) % count];  // <- rotation_in_place
}

template <bool correct>
bool rotation_in_place() {
  device_array<int> const values{numbers(count)};
  device_array<int> const other{static_cast<std::size_t>(count)};
  device_array<int> const& rotated = correct ? other : values;
  rotate_grid<correct><<<blocks, block_size>>>(values.data(), rotated.data());
  finish();
  std::vector<int> expected = numbers(count + 1);
  expected.erase(expected.begin());
  expected.back() = 0;
  return equal(rotated, expected);
}
registered const case_rotation_in_place{"rotation_in_place", catcher::racecheck, "rotate_grid",
                                        rotation_in_place<false>, rotation_in_place<true>};

// A histogram whose bins are counted by plain additions.
template <bool correct>
__global__ void histogram(int const* values, int* bins) {
  int const bin = values[global_index()] % 4;
  if constexpr (correct) {
    atomicAdd(&bins[bin], 1);
  } else {
    bins[bin] += 1;  // <- histogram_without_atomics
  }
}

template <bool correct>
bool histogram_without_atomics() {
  device_array<int> const values{numbers(count)};
  device_array<int> const bins{std::vector<int>(4, 0)};
  histogram<correct><<<blocks, block_size>>>(values.data(), bins.data());
  finish();
  return equal(bins, std::vector<int>(4, count / 4));
}
registered const case_histogram_without_atomics{"histogram_without_atomics", catcher::racecheck, "histogram",
                                                histogram_without_atomics<false>, histogram_without_atomics<true>};

// Blocks count in one word by atomic operations whose scope is a block.
template <bool correct>
__global__ void count_by_scope(int* counter) {
  if constexpr (correct) {
    atomicAdd(counter, 1);
  } else {
    atomicAdd_block(counter, 1);  // <- atomics_of_block_scope
  }
}

template <bool correct>
bool atomics_of_block_scope() {
  device_array<int> const counter{std::vector<int>(1, 0)};
  count_by_scope<correct><<<blocks, block_size>>>(counter.data());
  finish();
  return equal(counter, {count});
}
registered const case_atomics_of_block_scope{"atomics_of_block_scope", catcher::racecheck, "count_by_scope",
                                             atomics_of_block_scope<false>, atomics_of_block_scope<true>};

// The block that comes last adds up what all have left. `fence` orders a block's sum before its
// arrival.
enum class fence { none, of_block, of_device };

template <fence before_arrival, bool volatile_reads>
__global__ void sum_by_last_block(int* sums, int* arrived, int* total) {
  sums[blockIdx.x] = static_cast<int>(blockIdx.x);  // <- last_block_without_fence, last_block_with_fence_of_block
  if constexpr (before_arrival == fence::of_block) __threadfence_block();
  if constexpr (before_arrival == fence::of_device) __threadfence();
  if (atomicAdd(arrived, 1) != blocks - 1) return;
  if constexpr (!volatile_reads) __threadfence();
  int sum = 0;
  for (int i = 0; i < blocks; ++i) {
    if constexpr (volatile_reads) {
      sum += const_cast<int volatile*>(sums)[i];
    } else {
      sum += sums[i];  // <- last_block_without_fence, last_block_with_fence_of_block
    }
  }
  *total = sum;
}

template <fence before_arrival, bool volatile_reads>
bool last_block() {
  device_array<int> const sums{static_cast<std::size_t>(blocks)};
  device_array<int> const arrived{std::vector<int>(1, 0)}, total{std::vector<int>(1, 0)};
  sum_by_last_block<before_arrival, volatile_reads><<<blocks, 1>>>(sums.data(), arrived.data(), total.data());
  finish();
  return equal(total, {blocks * (blocks - 1) / 2});
}
registered const case_last_block_without_fence{"last_block_without_fence", catcher::racecheck, "sum_by_last_block",
                                               last_block<fence::none, false>,
                                               last_block<fence::of_device, false>};
// The twin is the form of CUDA's programming guide: a fence before the arrival, and volatile reads.
registered const case_last_block_with_fence_of_block{"last_block_with_fence_of_block", catcher::racecheck,
                                                     "sum_by_last_block", last_block<fence::of_block, false>,
                                                     last_block<fence::of_device, true>};

// A lock around a plain counter, whose owner takes and releases it without fences.
template <bool correct>
__global__ void count_under_lock(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if constexpr (correct) __threadfence();
  *counter += 1;  // <- lock_without_fences
  if constexpr (correct) __threadfence();
  atomicExch(lock, 0);
}

template <bool correct>
bool lock_without_fences() {
  device_array<int> const lock{std::vector<int>(1, 0)}, counter{std::vector<int>(1, 0)};
  count_under_lock<correct><<<blocks, 1>>>(lock.data(), counter.data());
  finish();
  return equal(counter, {blocks});
}
registered const case_lock_without_fences{"lock_without_fences", catcher::racecheck, "count_under_lock",
                                          lock_without_fences<false>, lock_without_fences<true>};

// A block waits for a flag that says that another's value is there.
template <bool correct>
__global__ void pass_message(int* value, int* flag, int* received) {
  cuda::atomic_ref<int, cuda::thread_scope_device> const ready{*flag};
  if (blockIdx.x == 0) {
    *value = 42;  // <- relaxed_flag
    ready.store(1, correct ? cuda::memory_order_release : cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *received = *value;  // <- relaxed_flag
  }
}

template <bool correct>
bool relaxed_flag() {
  device_array<int> const value{std::size_t{1}}, received{std::size_t{1}};
  device_array<int> const flag{std::vector<int>(1, 0)};
  pass_message<correct><<<2, 1>>>(value.data(), flag.data(), received.data());
  finish();
  return equal(received, {42});
}
registered const case_relaxed_flag{"relaxed_flag", catcher::racecheck, "pass_message", relaxed_flag<false>,
                                   relaxed_flag<true>};

// Two steps of a cooperative launch with no barrier of the grid between them.
template <bool correct>
__global__ void two_steps(int* first, int* second) {
  int const i = global_index();
  first[i] = i;  // <- missing_grid_sync
  if constexpr (correct) cooperative_groups::this_grid().sync();
  second[i] = first[count - 1 - i];  // <- missing_grid_sync
}

template <bool correct>
bool missing_grid_sync() {
  device_array<int> const zeros{std::vector<int>(count, 0)};
  device_array<int> const reversed{static_cast<std::size_t>(count)};
  int* first = zeros.data();
  int* second = reversed.data();
  void* arguments[] = {&first, &second};
  check(cudaLaunchCooperativeKernel(two_steps<correct>, dim3(blocks), dim3(block_size), arguments, 0, nullptr));
  finish();
  std::vector<int> const ascending = numbers(count);
  return equal(reversed, std::vector<int>(ascending.rbegin(), ascending.rend()));
}
registered const case_missing_grid_sync{"missing_grid_sync", catcher::racecheck, "two_steps",
                                        missing_grid_sync<false>, missing_grid_sync<true>};

}  // namespace
}  // namespace planted
