// count_bins. Each thread block counts a part of the elements in its shared memory, and adds what
// it has found to the counts. Many bins are counted by atomic additions to memory, which then
// seldom meet.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/cuda/memory/device_facts.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>
#include <type_traits>

namespace thrum {
namespace detail {

/// Adds to a count of four or eight bytes.
template <class C>
static __device__ void add_to_count(C* count, unsigned number) {
  using word = std::conditional_t<sizeof(C) == 8, unsigned long long, unsigned>;
  atomicAdd(reinterpret_cast<word*>(count), word{number});
}

/// Counts the elements of a part of [0, n) in each thread block. If there are several blocks, the
/// counts are zero before.
template <class Bin, class C>
static __global__ void __launch_bounds__(cuda_block)
    count_bins_kernel(std::ptrdiff_t n, std::ptrdiff_t part, Bin bin_of, int bins, C* counts) {
  __shared__ unsigned found[few_bins];
  int const thread = static_cast<int>(threadIdx.x);
  for (int b = thread; b < bins; b += cuda_block) found[b] = 0;
  __syncthreads();
  std::ptrdiff_t const begin = static_cast<std::ptrdiff_t>(blockIdx.x) * part;
  std::ptrdiff_t const end = detail::least(n, begin + part);
  THRUM_UNROLL_BY_4
  for (std::ptrdiff_t i = begin + thread; i < end; i += cuda_block) {
    auto const bin = bin_of(i);
    if (bin >= 0) atomicAdd(found + bin, 1U);
  }
  __syncthreads();
  for (int b = thread; b < bins; b += cuda_block) {
    if (gridDim.x == 1) counts[b] = static_cast<C>(found[b]);
    else if (found[b] != 0) detail::add_to_count(counts + b, found[b]);
  }
}

template <class Bin, class C>
struct count_adder {
  Bin bin_of;
  C* counts;
  __device__ void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const bin = bin_of(i);
    if (bin >= 0) detail::add_to_count(counts + bin, 1U);
  }
};

}  // namespace detail

template <class Bin, class C>
void cuda::policy::count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, C* counts) const {
  if (bins <= 0) return;
  auto const guard = on_its_device();
  bool const is_few = bins <= detail::few_bins;
  // A block clears and adds all of its counts. A part is so long that this is the smaller work.
  std::ptrdiff_t const least_part = detail::least_part_of_counts + 4 * bins;
  std::ptrdiff_t const most_blocks =
      detail::count_blocks_of_processor * detail::processors_of_device(detail::cuda_current_device());
  std::ptrdiff_t const blocks = detail::least(n / least_part + 1, most_blocks);
  if (!is_few || blocks > 1) {
    detail::cuda_check(
        detail::runtime::memset_async(counts, 0, static_cast<std::size_t>(bins) * sizeof(C), stream_),
        "cudaMemsetAsync");
  }
  if (is_few) {
    detail::count_bins_kernel<<<static_cast<unsigned>(blocks), detail::cuda_block, 0, stream_>>>(
        n, (n - 1) / blocks + 1, bin_of, static_cast<int>(bins), counts);
    detail::cuda_check(cudaGetLastError(), "the launch of a histogram");
  } else {
    step().for_each_n(n, detail::count_adder<Bin, C>{bin_of, counts});
  }
  finish();
}

}  // namespace thrum
