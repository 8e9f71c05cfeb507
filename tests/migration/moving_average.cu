// Computes averages over a window, as differences of prefix sums.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <cstdio>

struct mean_between {
  int width;
  __host__ __device__ double operator()(int before, int after) const {
    return static_cast<double>(after - before) / width;
  }
};

int main() {
  int const n = 20, width = 4;
  thrust::host_vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i * i % 11;
  thrust::device_vector<int> data(h), sums(n + 1, 0);
  thrust::inclusive_scan(data.begin(), data.end(), sums.begin() + 1);
  thrust::device_vector<double> means(n - width + 1);
  thrust::transform(sums.begin(), sums.end() - width, sums.begin() + width, means.begin(), mean_between{width});
  for (std::size_t i = 0; i < means.size(); i += 4) std::printf("%.2f ", static_cast<double>(means[i]));
  std::printf("\n");
}
