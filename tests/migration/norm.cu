// Computes the length of a vector in one pass.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/transform_reduce.h>
#include <cmath>
#include <cstdio>

struct squared {
  __host__ __device__ double operator()(double x) const { return x * x; }
};

int main() {
  thrust::device_vector<double> v(300, 2.0);
  v[0] = 10.0;
  double const sum = thrust::transform_reduce(v.begin(), v.end(), squared(), 0.0, thrust::plus<double>());
  double const again = thrust::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  std::printf("%.6f %d\n", std::sqrt(sum), sum == again);
}
