// Kernels that pass over a range once, tile by tile, and need the sum of all tiles before a tile. A
// thread block takes one tile and asks the blocks before it for the sum (decoupled look-back, by
// CUB); or one block takes all tiles of a short range, which needs no scratch memory.
#pragma once

#include <cub/agent/single_pass_scan_operators.cuh>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>

namespace thrum::detail {

/// The sum of what precedes a tile, as the first warp of its block finds it. State has the sums of
/// the tiles of other blocks. Delay says how long the warp waits before it asks again.
template <class State, class Sum, class Op, class Delay = ::cub::detail::default_delay_constructor_t<Sum>>
class sum_before_tile {
  using look_back = ::cub::TilePrefixCallbackOp<Sum, Op, State, Delay>;

 public:
  struct shared {
    typename look_back::TempStorage look_back;
    alignas(Sum) unsigned char before[sizeof(Sum)];
    alignas(Sum) unsigned char with_tile[sizeof(Sum)];
  };
  __device__ sum_before_tile(shared& room, State& state, Op op, int tile)
      : room_(room), state_(state), op_(op), tile_(tile) {}

  /// Called by the first warp for the sum of the tile, unless it is the first. Returns to the first
  /// thread the sum of what precedes the tile.
  __device__ Sum operator()(Sum const& of_tile) {
    if (gridDim.x > 1) {
      look_back ask(state_, room_.look_back, op_, tile_);
      Sum const before = ask(of_tile);
      if (threadIdx.x == 0) put(room_.before, before);
      return before;
    }
    if (threadIdx.x != 0) return of_tile;
    Sum const before = get(room_.with_tile);
    put(room_.before, before);
    put(room_.with_tile, op_(before, of_tile));
    return before;
  }
  /// Called by the first thread of the first tile, for what the others get from before().
  __device__ void nothing(Sum const& before) { put(room_.before, before); }
  /// Called by the first thread for the sum of the first tile.
  __device__ void begin(Sum const& of_tile) {
    if (gridDim.x > 1) state_.SetInclusive(0, of_tile);
    else put(room_.with_tile, of_tile);
  }
  /// Returns the sum of what precedes the tile, after a barrier.
  __device__ Sum const& before() const { return get(room_.before); }

 private:
  __device__ static void put(unsigned char* at, Sum const& sum) { ::new (static_cast<void*>(at)) Sum(sum); }
  __device__ static Sum const& get(unsigned char const* at) { return *reinterpret_cast<Sum const*>(at); }

  shared& room_;
  State& state_;
  Op op_;
  int tile_;
};

template <class State>
static __global__ void __launch_bounds__(cuda_block) clear_tiles_kernel(State state, int tiles) {
  state.InitializeStatus(tiles);
}

/// Runs body(tile, state, room) for each tile: see sum_before_tile. A multiprocessor has registers
/// for Body::blocks blocks.
template <class Body>
static __global__ void __launch_bounds__(Body::threads, Body::blocks)
    tiles_kernel(Body body, int tiles, typename Body::state state) {
  using shared = typename Body::shared;
  alignas(shared) __shared__ unsigned char room[sizeof(shared)];
  for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
    body(tile, state, *reinterpret_cast<shared*>(room));
    if (gridDim.x == 1) __syncthreads();
  }
}

/// Launches a body for the tiles of n > 0 elements of type T, and does not wait. The function has
/// the linkage of the kernels: each compiled file has its own.
template <class T, class Body>
static void launch_tiles(cuda::policy const& exec, std::ptrdiff_t n, Body const& body) {
  using state = typename Body::state;
  auto const tiles = static_cast<int>((n - 1) / Body::tile + 1);
  state sums;
  if (tiles == 1 || n <= few_in_tiles<T>) {
    int const threads = tiles == 1 ? Body::threads_for(n) : Body::threads;
    detail::tiles_kernel<<<1, static_cast<unsigned>(threads), 0, exec.stream()>>>(body, tiles, sums);
    return detail::cuda_check(cudaGetLastError(), "the launch of a block of threads");
  }
  std::size_t bytes = 0;
  detail::cuda_check(state::AllocationSize(tiles, bytes), "cub::ScanTileState");
  scratch_array<std::max_align_t, cuda::policy> const memory(
      exec, static_cast<std::ptrdiff_t>((bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t)));
  detail::cuda_check(sums.Init(tiles, memory.data(), bytes), "cub::ScanTileState");
  detail::
      clear_tiles_kernel<<<static_cast<unsigned>((tiles - 1) / cuda_block + 1), cuda_block, 0, exec.stream()>>>(
          sums, tiles);
  detail::tiles_kernel<<<static_cast<unsigned>(tiles), Body::threads, 0, exec.stream()>>>(body, tiles, sums);
  detail::cuda_check(cudaGetLastError(), "the launch of tiles");
}

}  // namespace thrum::detail
