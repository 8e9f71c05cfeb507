// EXPECT: this call runs a CUDA kernel: compile this file with nvcc
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/reduce.h>

int sum(thrum::device_vector<int> const& values) {
#if defined(CONTROL)
  thrum::host_vector<int> const copy = values;
  return thrum::reduce(copy.begin(), copy.end(), 0);
#else
  return thrum::reduce(values.begin(), values.end(), 0);
#endif
}
