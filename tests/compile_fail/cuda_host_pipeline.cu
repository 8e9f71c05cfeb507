// EXPECT: cuda::par needs device or unified memory
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/lazy.h>

#if defined(CONTROL)
using vector_of_pipeline = thrum::device_vector<int>;
#else
using vector_of_pipeline = thrum::host_vector<int>;
#endif

int sum_of_pipeline(vector_of_pipeline const& v) {
  return v | thrum::lazy::take(3) | thrum::lazy::reduce(thrum::cuda::par, 0);
}
