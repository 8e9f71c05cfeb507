// Sums by bin by cuda::par.deterministic().
#pragma once

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/deterministic/sum_bins.h>
#include <thrum/detail/backends/cuda/sort.cuh>
#include <cstddef>
#include <type_traits>

namespace thrum {

template <class T, class Bin, class Value, class O>
void cuda::deterministic_policy::sum_bins(std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out,
                                          T) const {
  deterministic_policy const exec = step();
  detail::sum_bins_by_cells<T>(exec, n, bin_of, value, bins, out);
  finish();
}

}  // namespace thrum
