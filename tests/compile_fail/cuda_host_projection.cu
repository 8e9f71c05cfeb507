// EXPECT: calling a __host__ function\("key_on_host::operator.*is not allowed
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/ranges/unique.h>

struct keyed_on_device {
  int key;
};
struct key_on_host {
#if defined(CONTROL)
  THRUM_HD
#endif
  int operator()(keyed_on_device const& x) const { return x.key; }
};

void unique_keys(thrum::device_vector<keyed_on_device>& v) {
  thrum::ranges::unique(thrum::cuda::par, v, thrum::equal_to<>(), key_on_host());
}
