// EXPECT: calling a __host__ function\("is_large_key::operator.*is not allowed
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/ranges/count.h>

struct keyed_in_count {
  int key;
};
struct is_large_key {
#if defined(CONTROL)
  THRUM_HD
#endif
  bool operator()(int x) const { return x > 100; }
};

std::ptrdiff_t large_keys(thrum::device_vector<keyed_in_count> const& v) {
  return thrum::ranges::count_if(thrum::cuda::par, v, is_large_key(), &keyed_in_count::key);
}
