// EXPECT: the values cannot be assigned through this output iterator
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/device_vector.h>
#include <thrum/pair.h>
#include <thrum/transform.h>

#if defined(CONTROL)
using output = thrum::pair<double, int>;
#else
using output = double;
#endif

void with_zero(thrum::device_vector<double> const& in, thrum::device_vector<output>& out) {
  thrum::transform(in.begin(), in.end(), out.begin(), [] __device__(double x) { return thrum::make_pair(x, 0); });
}
