// EXPECT: on a device the keys of group_reduce are numbers or enums of up to 8 bytes
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/group_reduce.h>
#include <thrum/pair.h>

#if defined(CONTROL)
using key_on_device = int;
#else
using key_on_device = thrum::pair<int, int>;
#endif

void sums_on_device(key_on_device const* keys, int const* v, key_on_device* keys_out, int* out) {
  thrum::group_reduce(thrum::cuda::par, keys, keys + 9, v, keys_out, out);
}
