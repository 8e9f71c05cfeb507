// Reads every third element: a permutation by computed indices.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <cstdio>

struct times {
  int stride;
  __host__ __device__ int operator()(int i) const { return i * stride; }
};

int main() {
  thrust::device_vector<int> v(100);
  thrust::sequence(v.begin(), v.end(), 1, 2);
  auto const index = thrust::make_transform_iterator(thrust::make_counting_iterator(0), times{3});
  auto const third = thrust::make_permutation_iterator(v.begin(), index);
  std::printf("%d %d\n", static_cast<int>(third[33]), thrust::reduce(third, third + 34));
}
