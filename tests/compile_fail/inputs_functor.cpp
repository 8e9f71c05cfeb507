// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/host_vector.h>
#include <thrum/transform.h>

struct fused {
#if defined(CONTROL)
  float operator()(float a, float b, float c) const { return a * b + c; }
#else
  float operator()(float a, float b) const { return a * b; }
#endif
};

void fuse(thrum::host_vector<float> const& a, thrum::host_vector<float> const& b, thrum::host_vector<float>& c) {
  thrum::transform(thrum::inputs(a.begin(), b.begin(), c.begin()), 3, c.begin(), fused{});
}
