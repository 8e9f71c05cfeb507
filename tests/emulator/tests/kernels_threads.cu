// How threads run: apart, together again, and waiting for each other.
#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "card.h"

namespace {

using namespace card;
namespace cg = cooperative_groups;

__device__ int global_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

// Runs a kernel on 0, 1, 2, ... and compares what it leaves with expected(i).
template <class Expected>
void check_leaves(void (*kernel)(int*), int blocks, int threads, Expected expected,
                  std::size_t dynamic_shared = 0) {
  int const count = blocks * threads;
  device_array<int> const values{numbers(count)};
  kernel<<<blocks, threads, dynamic_shared>>>(values.data());
  finish();
  std::vector<int> right;
  for (int i = 0; i < count; ++i) right.push_back(expected(i));
  CHECK(values.to_host() == right);
}

// Divergence.

__host__ __device__ int steps_to_one(int number) {
  int steps = 0;
  while (number > 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++steps;
  }
  return steps;
}

__global__ void loops_of_different_lengths(int* values) {
  int const i = global_index();
  values[i] = steps_to_one(values[i]);
}

__host__ __device__ int choose(int i) {
  switch (i % 7) {
    case 0:
      return i;
    case 1:
      return -i;
    case 2:
      i += 10;
      [[fallthrough]];
    case 3:
      return i * i;
    case 5:
      for (int k = 0; k < 9; ++k) {
        if (k == i % 9) break;
        if (k % 2 == 0) continue;
        i += k;
      }
      return i;
    default:
      return i % 2 == 0 ? 17 : 19;
  }
}

__global__ void branches(int* values) { values[global_index()] = choose(global_index()); }

// Some lanes return early, and the others vote without them.
__global__ void early_return(int* values) {
  int const i = global_index();
  if (i % 3 == 0) return;
  unsigned const others = __ballot_sync(__activemask(), true);
  values[i] = (others >> threadIdx.x % 32 & 1) != 0 ? -i : 0;
}

TEST_CASE("threads of a warp take different ways") {
  check_leaves(loops_of_different_lengths, 3, 96, steps_to_one);
  check_leaves(branches, 2, 97, choose);
  check_leaves(early_return, 2, 50, [](int i) { return i % 3 == 0 ? i : -i; });
}

// Independent threads: a lane waits for what another of its warp writes.

__global__ void chain_of_lanes(int* values) {
  __shared__ int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  // The last lane is first, whichever lane the card prefers.
  int const place = static_cast<int>(blockDim.x - 1 - threadIdx.x);
  while (atomicAdd(&turn, 0) != place) {
  }
  values[threadIdx.x] = place;
  __threadfence_block();
  atomicAdd(&turn, 1);
}

__global__ void lock_in_a_warp(int* values) {
  __shared__ int lock, counter;
  if (threadIdx.x == 0) lock = counter = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence_block();
  counter += 1;
  __threadfence_block();
  atomicExch(&lock, 0);
  __syncthreads();
  values[threadIdx.x] = counter;
}

TEST_CASE("lanes of a warp wait for each other through memory") {
  check_leaves(chain_of_lanes, 1, 32, [](int i) { return 31 - i; });
  check_leaves(chain_of_lanes, 1, 100, [](int i) { return 99 - i; });
  check_leaves(lock_in_a_warp, 1, 64, [](int) { return 64; });
}

__global__ void nanosleep_and_clocks(int* values) {
  long long const begin = clock64();
  unsigned const before = clock();
  __nanosleep(100);
  bool const passes = clock64() > begin && clock() != before;
  values[global_index()] = passes && clock64() >= begin ? 1 : 0;
}

TEST_CASE("clocks go on") {
  check_leaves(nanosleep_and_clocks, 2, 33, [](int) { return 1; });
}

// Barriers.

__global__ void sum_by_barriers(int* values) {
  extern __shared__ int sums[];
  sums[threadIdx.x] = values[global_index()];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  values[global_index()] = sums[0];
}

__global__ void counting_barriers(int* values) {
  int const i = global_index();
  int const count = __syncthreads_count(i % 3 == 0), all = __syncthreads_and(i < 64),
            any = __syncthreads_or(i == 64);
  values[i] = count * 4 + (all != 0 ? 2 : 0) + (any != 0 ? 1 : 0);
}

// The first warp produces, the second consumes: each arrives at one named barrier and waits at the
// other.
__global__ void producer_and_consumer(int* values) {
  __shared__ int item;
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      if (threadIdx.x == 0) item = round * round;
      __threadfence_block();
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      values[threadIdx.x] += item;
    }
  }
}

TEST_CASE("barriers of a block") {
  check_leaves(
      sum_by_barriers, 2, 64, [](int i) { return i < 64 ? 63 * 32 : 63 * 32 + 64 * 64; }, 64 * sizeof(int));
  check_leaves(counting_barriers, 2, 64, [](int i) { return i < 64 ? 22 * 4 + 2 : 21 * 4 + 1; });
  check_leaves(producer_and_consumer, 1, 64, [](int i) { return i < 32 ? i : i + 0 + 1 + 4 + 9; });
}

// Operations of a warp.

__global__ void shuffles(int* values) {
  unsigned const all = 0xffffffffu;
  int const i = global_index(), lane = i % 32;
  int result = __shfl_sync(all, i, 5) + __shfl_up_sync(all, i, 3) + __shfl_down_sync(all, i, 2, 8);
  result += __shfl_xor_sync(all, i, 9) + __shfl_sync(all, i, lane + 40, 16);
  values[i] = result;
}

int expected_shuffles(int i) {
  int const lane = i % 32, base = i - lane;
  int result = base + 5 + (lane < 3 ? i : i - 3) + (lane % 8 >= 6 ? i : i + 2);
  return result + (base + (lane ^ 9)) + base + lane / 16 * 16 + (lane + 40) % 16;
}

__global__ void votes(int* values) {
  unsigned const all = 0xffffffffu;
  int const i = global_index();
  unsigned const odd = __ballot_sync(all, i % 2 != 0), same = __match_any_sync(all, i % 4);
  int uniform = 0;
  unsigned const every = __match_all_sync(all, i / 32, &uniform);
  bool const right = odd == 0xaaaaaaaau && same == 0x11111111u << (i % 4) && every == all && uniform != 0;
  values[i] = right && __all_sync(all, i >= 0) && !__any_sync(all, i < 0) ? i : -1;
}

// A shuffle into the register that it reads, as in CUB's scans of 64 bits.
__global__ void sums_up_to_lane(int* values) {
  int const i = global_index();
  unsigned long long sum = static_cast<unsigned long long>(i) << 20;
  for (int distance = 1; distance < 32; distance *= 2) {
    asm volatile(
        "{ .reg .u64 other; .reg .u32 low, high; .reg .pred p; mov.b64 {low, high}, %0;"
        " shfl.sync.up.b32 low|p, low, %1, 0, 0xffffffff; shfl.sync.up.b32 high|p, high, %1, 0, 0xffffffff;"
        " mov.b64 other, {low, high}; @p add.u64 %0, %0, other; }"
        : "+l"(sum)
        : "r"(distance));
  }
  values[i] = static_cast<int>(sum >> 20);
}

// Two halves of a warp shuffle by themselves, each with its mask.
__global__ void halves(int* values) {
  int const i = global_index();
  if (i % 32 < 16) {
    values[i] = __shfl_xor_sync(0x0000ffffu, i, 3);
  } else {
    values[i] = __shfl_xor_sync(0xffff0000u, i * 2, 1);
  }
}

TEST_CASE("shuffles, votes and matches") {
  check_leaves(shuffles, 2, 64, expected_shuffles);
  check_leaves(sums_up_to_lane, 1, 64, [](int i) { return (i * (i + 1) - (i < 32 ? 0 : 32 * 31)) / 2; });
  check_leaves(votes, 2, 64, [](int i) { return i; });
  check_leaves(halves, 1, 64, [](int i) { return i % 32 < 16 ? i ^ 3 : (i ^ 1) * 2; });
}

// Cooperative groups.

__global__ void tiles(int* values) {
  auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
  int const i = global_index();
  int sum = i;
  for (unsigned distance = 4; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
  values[i] = tile.shfl(sum, 0) * 100 + static_cast<int>(tile.thread_rank());
}

// Lanes that take the same way share one addition to a counter.
__global__ void coalesced(int* values) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  int place = -1;
  if (threadIdx.x % 3 == 1) {
    cg::coalesced_group const group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0) base = atomicAdd(&counter, static_cast<int>(group.size()));
    place = group.shfl(base, 0) + static_cast<int>(group.thread_rank());
  }
  __syncthreads();
  values[threadIdx.x] = place < 0 ? -1 : counter;
  if (place >= counter) values[threadIdx.x] = -2;
}

__global__ void steps_of_grid(int* values, int* sums, int rounds) {
  cg::grid_group const grid = cg::this_grid();
  int const count = static_cast<int>(gridDim.x * blockDim.x), i = global_index();
  for (int round = 0; round < rounds; ++round) {
    sums[i] = values[i] + values[(i + 1) % count];
    grid.sync();
    values[i] = sums[i];
    grid.sync();
  }
}

TEST_CASE("cooperative groups") {
  check_leaves(tiles, 1, 64, [](int i) { return (i / 8 * 64 + 28) * 100 + i % 8; });
  check_leaves(coalesced, 1, 96, [](int i) { return i % 3 == 1 ? 32 : -1; });
}

TEST_CASE("a barrier of the grid") {
  int const blocks = 12, threads = 64, count = blocks * threads;
  int rounds = 5;
  device_array<int> const values{numbers(count)}, sums{static_cast<std::size_t>(count)};
  int *first = values.data(), *second = sums.data();
  void* arguments[] = {&first, &second, &rounds};
  check(cudaLaunchCooperativeKernel(steps_of_grid, dim3(blocks), dim3(threads), arguments, 0, nullptr));
  finish();
  std::vector<int> right = numbers(count);
  for (int round = 0; round < rounds; ++round) {
    int const first_value = right.front();
    for (std::size_t i = 0; i + 1 < right.size(); ++i) right[i] += right[i + 1];
    right.back() += first_value;
  }
  CHECK(values.to_host() == right);
}

}  // namespace
