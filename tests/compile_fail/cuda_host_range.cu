// EXPECT: cuda::par needs device or unified memory
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/ranges/count.h>

#if defined(CONTROL)
using vector_of_range = thrum::device_vector<int>;
#else
using vector_of_range = thrum::host_vector<int>;
#endif

std::ptrdiff_t zeros(vector_of_range const& v) { return thrum::ranges::count(thrum::cuda::par, v, 0); }
