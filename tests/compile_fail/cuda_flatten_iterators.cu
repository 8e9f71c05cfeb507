// EXPECT: cuda::par needs device or unified memory
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/lazy.h>

#if defined(CONTROL)
using inner_iterator_of_pipeline = thrum::device_vector<int>::const_iterator;
#else
using inner_iterator_of_pipeline = thrum::host_vector<int>::const_iterator;
#endif

int sum_of_inner_ranges(thrum::device_vector<thrum::iterator_range<inner_iterator_of_pipeline>> const& v) {
  return v | thrum::lazy::flatten() | thrum::lazy::reduce(thrum::cuda::par, 0);
}
