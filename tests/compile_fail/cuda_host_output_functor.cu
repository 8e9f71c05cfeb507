// EXPECT: calling a __host__ function\("halved::operator.*is not allowed
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/iterator/transform_output_iterator.h>

struct halved {
#if defined(CONTROL)
  THRUM_HD
#endif
  int operator()(int x) const { return x / 2; }
};
struct is_even {
  THRUM_HD bool operator()(int x) const { return x % 2 == 0; }
};

void copy_even(thrum::device_vector<int> const& v, thrum::device_vector<int>& out) {
  thrum::copy_if(v.begin(), v.end(), thrum::make_transform_output_iterator(out.begin(), halved()), is_even());
}
