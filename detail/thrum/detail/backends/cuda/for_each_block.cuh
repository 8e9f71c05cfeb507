// for_each_block: each block is a block of threads. thrum/for_each_block.h includes this file.
#pragma once

#include <thrum/block.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <cstddef>
#include <limits>
#include <utility>

namespace thrum {
namespace detail {

/// Runs f for the blocks. Without the launch bound, a kernel could need more registers than a block
/// of many threads has.
template <int Lanes, class F>
static __global__ void __launch_bounds__(Lanes == any_lanes ? most_lanes : Lanes)
    for_each_block_kernel(std::ptrdiff_t blocks, int lanes_of_block, F f) {
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x);
  for (auto b = static_cast<std::ptrdiff_t>(blockIdx.x); b < blocks; b += stride) {
    f(block<Lanes>(b, lanes_of_block, nullptr));
    __syncthreads();  // the next block's first step may overwrite what this block reads
  }
}

}  // namespace detail

template <int Lanes, class F>
void cuda::policy::for_each_block(std::ptrdiff_t blocks, int lanes_of_block, F f) const {
  if (blocks <= 0) return;
  auto const guard = on_its_device();
  constexpr std::ptrdiff_t most = std::numeric_limits<int>::max();
  detail::for_each_block_kernel<Lanes>
      <<<static_cast<unsigned>(blocks < most ? blocks : most), static_cast<unsigned>(lanes_of_block), 0,
         stream_>>>(blocks, lanes_of_block, f);
  detail::cuda_check(cudaGetLastError(), "for_each_block");
  finish();
}

}  // namespace thrum
