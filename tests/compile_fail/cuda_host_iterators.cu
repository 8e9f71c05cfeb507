// EXPECT: cuda::par needs device or unified memory
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/reduce.h>

#if defined(CONTROL)
using vector = thrum::device_vector<int>;
#else
using vector = thrum::host_vector<int>;
#endif

int sum(vector const& values) { return thrum::reduce(thrum::cuda::par, values.begin(), values.end(), 0); }
