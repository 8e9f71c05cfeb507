// EXPECT: calling a __host__ function\("square::operator.*is not allowed
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>

struct square {
#if defined(CONTROL)
  THRUM_HD
#endif
  int operator()(int x) const { return x * x; }
};
struct sum {
  THRUM_HD int operator()(thrum::tuple<int, int> const& pair) const {
    return thrum::get<0>(pair) + thrum::get<1>(pair);
  }
};

void add_squares(thrum::device_vector<int> const& v, thrum::device_vector<int>& out) {
  auto const squares = thrum::make_transform_iterator(v.begin(), square());
  auto const first = thrum::make_zip_iterator(v.begin(), squares);
  thrum::transform(first, first + 10, out.begin(), sum());
}
