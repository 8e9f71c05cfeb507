// EXPECT: the values cannot be assigned through this output iterator
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/device_vector.h>
#include <thrum/transform.h>

#if defined(CONTROL)
using output = thrum::device_vector<double>;
#else
using output = thrum::device_vector<double> const;
#endif

void scale(thrum::device_vector<double> const& in, output& out) {
  thrum::transform(in.begin(), in.end(), out.begin(), [] __device__(double x) { return 2 * x; });
}
