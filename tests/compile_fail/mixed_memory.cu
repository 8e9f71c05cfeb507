// EXPECT: these iterators mix memory of the host and of the device
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/transform.h>

#if defined(CONTROL)
using input = thrum::device_vector<int>;
#else
using input = thrum::host_vector<int>;
#endif

void negate(input const& in, thrum::device_vector<int>& out) {
  thrum::transform(in.begin(), in.end(), out.begin(), thrum::negate<int>{});
}
