// The code that runs a body of launch/team.h on a GPU.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>

namespace thrum::detail {

/// A team that is a block of threads: see launch/team.h.
template <int Threads>
struct team_of_threads {
  template <class F>
  __device__ void each(F f) const {
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <class F>
  __device__ void mark(int n, F f, unsigned* words) const {
    constexpr int warp = 32;
    // f is called for several indices before a result is needed, so that a thread waits for memory
    // once for them. The lanes of a warp leave the loop together.
    constexpr int rows = marks_at_once;
    int const lane = static_cast<int>(threadIdx.x) % warp;
    for (int at = static_cast<int>(threadIdx.x) - lane; at < n; at += rows * Threads) {
      bool holds[rows];
      THRUM_UNROLL
      for (int row = 0; row < rows; ++row) {
        int const i = at + row * Threads + lane;
        holds[row] = i < n && f(i);
      }
      THRUM_UNROLL
      for (int row = 0; row < rows; ++row) {
        unsigned const word = __ballot_sync(0xffffffffU, holds[row]);
        if (lane == 0 && at + row * Threads < n) words[(at + row * Threads) / warp] = word;
      }
    }
    __syncthreads();
  }
};

template <class Body>
static __global__ void __launch_bounds__(Body::threads) blocks_kernel(std::ptrdiff_t blocks, Body body) {
  using shared = typename Body::shared;
  alignas(shared) __shared__ unsigned char room[sizeof(shared)];
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x);
  for (auto block = static_cast<std::ptrdiff_t>(blockIdx.x); block < blocks; block += stride) {
    body(team_of_threads<Body::threads>{}, block, *reinterpret_cast<shared*>(room));
  }
}

/// Launches a body for `blocks` blocks of threads and does not wait. The function has the linkage
/// of the kernel: each compiled file has its own.
template <class Body>
static void launch_blocks(cudaStream_t stream, std::ptrdiff_t blocks, Body const& body) {
  auto const launched = static_cast<unsigned>(detail::least(blocks, most_blocks));
  detail::blocks_kernel<<<launched, Body::threads, 0, stream>>>(blocks, body);
  detail::cuda_check(cudaGetLastError(), "the launch of a block of threads");
}

}  // namespace thrum::detail
