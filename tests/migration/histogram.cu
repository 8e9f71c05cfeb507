// Counts how often each value occurs: bounds of the sorted values, and their differences.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <cstdio>

struct digit {
  __host__ __device__ int operator()(long long i) const { return static_cast<int>(i * i % 10); }
};

int main() {
  thrust::device_vector<int> data(1003), counts(10);
  thrust::tabulate(data.begin(), data.end(), digit());
  thrust::sort(data.begin(), data.end());
  thrust::counting_iterator<int> bins(0);
  thrust::upper_bound(data.begin(), data.end(), bins, bins + 10, counts.begin());
  thrust::adjacent_difference(counts.begin(), counts.end(), counts.begin());
  thrust::host_vector<int> const h(counts);
  for (int count : h) std::printf("%d ", count);
  std::printf("\n");
}
