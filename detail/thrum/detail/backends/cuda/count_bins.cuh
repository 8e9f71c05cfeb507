// count_bins. One thread block counts few elements. Otherwise cub::DeviceHistogram runs over the
// bins as numbers, so that the limits of a bin do not depend on the rounding of CUB. Many bins are
// counted by atomic additions, which then seldom meet.
#pragma once

#include <cub/device/device_histogram.cuh>

#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>

namespace thrum {
namespace detail {

template <class Bin>
struct bin_as_float {
  Bin bin_of;
  __device__ float operator()(std::ptrdiff_t i) { return static_cast<float>(bin_of(i)); }
};

/// Counts few elements in few bins, in the shared memory of one thread block.
template <class Bin>
static __global__ void __launch_bounds__(one_block)
    count_few_kernel(int n, Bin bin_of, int bins, unsigned long long* counts) {
  __shared__ unsigned found[few_bins];
  int const thread = static_cast<int>(threadIdx.x);
  for (int b = thread; b < bins; b += one_block) found[b] = 0;
  __syncthreads();
  for (int i = thread; i < n; i += one_block) {
    std::ptrdiff_t const bin = bin_of(static_cast<std::ptrdiff_t>(i));
    if (bin >= 0) atomicAdd(found + bin, 1U);
  }
  __syncthreads();
  for (int b = thread; b < bins; b += one_block) counts[b] = found[b];
}

struct count_clearer {
  unsigned long long* counts;
  __device__ void operator()(std::ptrdiff_t k) const { counts[k] = 0; }
};

template <class Bin>
struct count_adder {
  Bin bin_of;
  unsigned long long* counts;
  __device__ void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const bin = bin_of(i);
    if (bin >= 0) atomicAdd(counts + bin, 1ULL);
  }
};

}  // namespace detail

template <class Bin>
void cuda::policy::count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins,
                              unsigned long long* counts) const {
  constexpr std::ptrdiff_t most = detail::few_bins;
  auto const guard = on_its_device();
  policy const exec = step();
  if (n <= detail::few_elements && bins <= most) {
    if (bins > 0) {
      detail::count_few_kernel<<<1, detail::one_block, 0, stream_>>>(static_cast<int>(n), bin_of,
                                                                     static_cast<int>(bins), counts);
      detail::cuda_check(cudaGetLastError(), "the launch of a histogram");
    }
  } else if (bins <= most) {
    detail::read_iterator<detail::bin_as_float<Bin>, float> const samples(detail::bin_as_float<Bin>{bin_of});
    detail::call_cub(exec, "cub::DeviceHistogram::HistogramEven", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceHistogram::HistogramEven(temporary, bytes, samples, counts, static_cast<int>(bins) + 1,
                                                   0.0F, static_cast<float>(bins), n, stream_);
    });
  } else {
    exec.for_each_n(bins, detail::count_clearer{counts});
    exec.for_each_n(n, detail::count_adder<Bin>{bin_of, counts});
  }
  finish();
}

}  // namespace thrum
