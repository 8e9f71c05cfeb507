// Computes dot products of vectors in space, whose coordinates are in three arrays.
#include <thrust/device_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <cstdio>

typedef thrust::tuple<float, float, float> vector3;

struct dot {
  __host__ __device__ float operator()(vector3 const& a, vector3 const& b) const {
    return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) +
           thrust::get<2>(a) * thrust::get<2>(b);
  }
};

int main() {
  thrust::device_vector<float> x(100, 1.0f), y(100, 2.0f), z(100, 3.0f), out(100);
  z[99] = 0.5f;
  auto const first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin()));
  thrust::transform(first, first + 100, first, out.begin(), dot());
  std::printf("%g %g\n", static_cast<double>(out[99]),
              static_cast<double>(thrust::reduce(out.begin(), out.end())));
}
