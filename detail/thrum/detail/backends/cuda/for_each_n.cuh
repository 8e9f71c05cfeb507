// for_each_n on a GPU: a thread for each index, for two of a short body, or for some words of a
// body that computes words. policy.cuh includes this file.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/backends/cuda/at_once.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <algorithm>
#include <cstddef>
#include <limits>

namespace thrum {
namespace detail {

/// The calls of a body by each thread.
template <class F>
inline constexpr int calls_of_body = is_short_body<F> || moves_numbers<F> ? calls_of_thread : 1;

/// Calls f for the indices of [begin, n), for a tile of them in each thread block.
template <class F>
static __global__ void __launch_bounds__(cuda_block)
    for_each_n_kernel(std::ptrdiff_t begin, std::ptrdiff_t n, F f) {
  constexpr int calls = calls_of_body<F>;
  begin += static_cast<std::ptrdiff_t>(blockIdx.x) * (cuda_block * calls) + threadIdx.x;
  THRUM_UNROLL
  for (int k = 0; k < calls; ++k) {
    if (begin + k * cuda_block < n) f(begin + k * cuda_block);
  }
}

/// Computes the elements of [0, n) at once, a tile of them in each thread block.
template <class F>
static __global__ void __launch_bounds__(cuda_block) compute_words_kernel(std::ptrdiff_t n, F f) {
  using body = computed_at_once<F>;
  std::ptrdiff_t const begin = static_cast<std::ptrdiff_t>(blockIdx.x) * body::tile;
  int const thread = static_cast<int>(threadIdx.x);
  if (n - begin >= body::tile) return body::compute(f, begin, thread);
#pragma unroll 1
  for (std::ptrdiff_t i = begin + thread; i < n; i += cuda_block) f(i);
}

inline unsigned tiles_of(std::ptrdiff_t n, std::ptrdiff_t tile) {
  return static_cast<unsigned>((n - 1) / tile + 1);
}

}  // namespace detail

template <class F>
void cuda::policy::for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t) const {
  static_assert(detail::is_well_declared<F>(),
                "thrum: a body lacks a member that its kind needs: see base/body.h");
  if (n <= 0) return;
  auto const guard = on_its_device();
  bool at_once = false;
  if constexpr (detail::is_computed_at_once<F>) {
    using body = detail::computed_at_once<F>;
    at_once = body::fits(f, n);
    if (at_once) {
      detail::compute_words_kernel<<<detail::tiles_of(n, body::tile), detail::cuda_block, 0, stream_>>>(n, f);
    }
  }
  if (!at_once) {
    constexpr std::ptrdiff_t tile = detail::cuda_block * detail::calls_of_body<F>;
    constexpr std::ptrdiff_t most = tile * std::numeric_limits<int>::max();  // indices of a grid
    for (std::ptrdiff_t begin = 0; begin < n; begin += most) {
      unsigned const blocks = detail::tiles_of(std::min(n - begin, most), tile);
      detail::for_each_n_kernel<<<blocks, detail::cuda_block, 0, stream_>>>(begin, n, f);
    }
  }
  detail::cuda_check(cudaGetLastError(), "the launch of for_each_n");
  finish();
}

}  // namespace thrum
