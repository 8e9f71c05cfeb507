// count_bins: cub::DeviceHistogram over the bins as numbers, so that what a bin is does not depend on CUB's rounding. Many
// bins are counted by atomic additions, which seldom meet there.
#pragma once

#include <cub/device/device_histogram.cuh>

#include <cstddef>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/elements.cuh>
#include <thrum/detail/cuda/policy.cuh>

namespace thrum {
namespace detail {

template <class Bin>
struct bin_as_float {
  Bin bin_of;
  __device__ float operator()(std::ptrdiff_t i) { return static_cast<float>(bin_of(i)); }
};

struct clear_count {
  unsigned long long* counts;
  __device__ void operator()(std::ptrdiff_t k) const { counts[k] = 0; }
};

template <class Bin>
struct add_to_count {
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
  // Each block of CUB's has bins of its own in scratch memory, of which there are about a thousand blocks on a large card.
  constexpr std::ptrdiff_t most = 4096;
  auto const guard = on_its_device();
  policy const exec = step();
  if (n > 0 && bins <= most) {
    detail::generated<detail::bin_as_float<Bin>, float> const samples(detail::bin_as_float<Bin>{bin_of});
    detail::call_cub(exec, "cub::DeviceHistogram::HistogramEven", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceHistogram::HistogramEven(temporary, bytes, samples, counts, static_cast<int>(bins) + 1,
                                                   0.0F, static_cast<float>(bins), n, stream_);
    });
  } else {
    exec.for_each_n(bins, detail::clear_count{counts});
    exec.for_each_n(n, detail::add_to_count<Bin>{bin_of, counts});
  }
  finish();
}

}  // namespace thrum
