// for_each_n on a GPU: a thread for each index, or for some words of a body that computes words.
// policy.cuh includes this file.
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

template <class F>
static __global__ void __launch_bounds__(cuda_block) for_each_n_kernel(std::ptrdiff_t n, F f) {
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x) * cuda_block;
  std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * cuda_block + threadIdx.x;
  for (; i < n; i += stride) f(i);
}

/// Computes a tile of elements in each thread block, or without `at_once` one element in each
/// thread.
template <class F>
static __global__ void __launch_bounds__(cuda_block) compute_words_kernel(std::ptrdiff_t n, F f, bool at_once) {
  using body = computed_at_once<F>;
  std::ptrdiff_t const begin = static_cast<std::ptrdiff_t>(blockIdx.x) * (at_once ? body::tile : cuda_block);
  int const thread = static_cast<int>(threadIdx.x);
  if (at_once && n - begin >= body::tile) return body::compute(f, begin, thread);
  std::ptrdiff_t const stride = at_once ? cuda_block : static_cast<std::ptrdiff_t>(gridDim.x) * cuda_block;
  for (std::ptrdiff_t i = begin + thread; i < n; i += stride) f(i);
}

/// Launches kernel(n, f, more...) with a thread block for each tile of the n elements, or with as
/// many blocks as a grid holds if that is less.
template <class F, class... More>
void launch_for_each(cudaStream_t stream, void (*kernel)(std::ptrdiff_t, F, More...), int tile, std::ptrdiff_t n,
                     F const& f, More... more) {
  constexpr std::ptrdiff_t most = std::numeric_limits<int>::max();
  auto const blocks = static_cast<unsigned>(std::min((n - 1) / tile + 1, most));
  kernel<<<blocks, detail::cuda_block, 0, stream>>>(n, f, more...);
  detail::cuda_check(cudaGetLastError(), "the launch of for_each_n");
}

}  // namespace detail

template <class F>
void cuda::policy::for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t) const {
  static_assert(detail::is_well_declared<F>(),
                "thrum: a body lacks a member that its kind needs: see base/body.h");
  if (n <= 0) return;
  auto const guard = on_its_device();
  if constexpr (detail::is_computed_at_once<F>) {
    using body = detail::computed_at_once<F>;
    bool const at_once = body::fits(f, n);
    detail::launch_for_each(stream_, detail::compute_words_kernel<F>, at_once ? body::tile : detail::cuda_block, n,
                            f, at_once);
  } else {
    detail::launch_for_each(stream_, detail::for_each_n_kernel<F>, detail::cuda_block, n, f);
  }
  finish();
}

}  // namespace thrum
