// EXPECT: on a device lazy::flatten needs elements that are thrum::iterator_ranges
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/lazy.h>
#include <span>

#if defined(CONTROL)
using range_of_pipeline = thrum::iterator_range<int const*>;
#else
using range_of_pipeline = std::span<int const>;
#endif

int sum_of_ranges(thrum::device_vector<range_of_pipeline> const& v) {
  return v | thrum::lazy::flatten() | thrum::lazy::reduce(thrum::cuda::par, 0);
}
