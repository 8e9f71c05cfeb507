// Computes a x + y by a functor, and by placeholders.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <cstdio>

struct saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

int main() {
  thrust::device_vector<float> x(1000), y(1000, 1.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{2.0f});
  using namespace thrust::placeholders;
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 3.0f * _1 + _2);
  thrust::host_vector<float> const h = y;
  std::printf("%g %g %g\n", static_cast<double>(h[0]), static_cast<double>(h[1]), static_cast<double>(h[999]));
}
