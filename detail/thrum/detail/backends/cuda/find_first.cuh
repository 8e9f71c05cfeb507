// find_first, find_first_into. One thread block searches few elements; otherwise a kernel searches
// that stops when it has found enough. CUB has neither.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/memory/allocation.h>
#include <thrum/detail/backends/cuda/memory/device_facts.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/hand_over.h>
#include <algorithm>
#include <cstddef>

namespace thrum {
namespace detail {

inline constexpr int find_tile = find_at_once * cuda_block;

/// Searches for the first hit. Thread blocks take tiles from low to high indices, and stop at the
/// first tile that begins after the best hit so far: later tiles cannot hold a better hit. `best`
/// begins as the greatest number. A thread tests all its elements of a whole tile before it looks
/// at a result, so that it waits for memory once.
template <class P>
static __global__ void __launch_bounds__(cuda_block)
    find_first_kernel(std::ptrdiff_t n, P pred, unsigned long long* best) {
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x) * find_tile;
  std::ptrdiff_t tile = static_cast<std::ptrdiff_t>(blockIdx.x) * find_tile;
  for (; tile < n; tile += stride) {
    auto const seen = *static_cast<unsigned long long volatile const*>(best);
    if (seen < static_cast<unsigned long long>(tile)) return;
    unsigned hits = 0;
    if (n - tile >= find_tile) {
#pragma unroll
      for (int k = 0; k < find_at_once; ++k) {
        hits |= static_cast<unsigned>(static_cast<bool>(pred(tile + k * cuda_block + threadIdx.x))) << k;
      }
    } else {
      int k = 0;
      for (std::ptrdiff_t i = tile + threadIdx.x; i < n; i += cuda_block, ++k) {
        hits |= static_cast<unsigned>(static_cast<bool>(pred(i))) << k;
      }
    }
    if (hits != 0) {
      int const k = __ffs(static_cast<int>(hits)) - 1;
      atomicMin(best, static_cast<unsigned long long>(tile + k * cuda_block + threadIdx.x));
      return;
    }
  }
}

/// Leaves in *best the least of n > 0 indices that pred accepts, or the greatest number if pred
/// accepts none. The function has the linkage of the kernel: each compiled file has its own.
template <class P>
static void search_on_device(cudaStream_t stream, std::ptrdiff_t n, P pred, unsigned long long* best) {
  std::ptrdiff_t const tiles = (n - 1) / detail::find_tile + 1;
  std::ptrdiff_t const most =
      find_blocks_of_processor * detail::processors_of_device(detail::cuda_current_device());
  detail::cuda_check(detail::runtime::memset_async(best, 0xff, sizeof(unsigned long long), stream),
                     "cudaMemsetAsync");
  detail::find_first_kernel<<<static_cast<unsigned>(std::min(tiles, most)), detail::cuda_block, 0, stream>>>(
      n, pred, best);
  detail::cuda_check(cudaGetLastError(), "the launch of find_first");
}

template <class O>
struct found_index_storer {
  unsigned long long const* best;
  std::ptrdiff_t n;
  O out;
  __device__ void operator()(std::ptrdiff_t) {
    bool const found = *best < static_cast<unsigned long long>(n);
    detail::store(out[0], found ? static_cast<std::ptrdiff_t>(*best) : n);
  }
};

}  // namespace detail

template <class P>
std::ptrdiff_t cuda::policy::find_first(std::ptrdiff_t n, P pred) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  if (n <= detail::few_elements) {
    detail::host_result<std::ptrdiff_t> found(*this);
    step().find_first_into(n, pred, found.data());
    return found.get();
  }
  detail::device_result<unsigned long long> const best(*this);
  detail::search_on_device(stream_, n, pred, best.data());
  return static_cast<std::ptrdiff_t>(std::min(best.get(), static_cast<unsigned long long>(n)));
}

template <class P, class O>
void cuda::policy::find_first_into(std::ptrdiff_t n, P pred, O out) const {
  if (n <= 0) return detail::leave(*this, out, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  if (n <= detail::few_elements) {
    detail::launch_blocks(stream_, 1, detail::find_in_block<P, O>{static_cast<int>(n), pred, out});
    return finish();
  }
  detail::scratch_array<unsigned long long, policy> const best(*this, 1);
  detail::search_on_device(stream_, n, pred, best.data());
  for_each_n(1, detail::found_index_storer<O>{best.data(), n, out});
}

}  // namespace thrum
