// EXPECT: calling a __host__ function\("is_large::operator.*is not allowed
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/count.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>

struct is_large {
#if defined(CONTROL)
  THRUM_HD
#endif
  bool operator()(int x) const { return x > 100; }
};

std::ptrdiff_t large_ones(thrum::device_vector<int> const& v) {
  return thrum::count_if(v.begin(), v.end(), is_large());
}
