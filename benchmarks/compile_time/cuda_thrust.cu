#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

int sort_scan_reduce(thrust::device_vector<int>& values) {
  thrust::sort(thrust::cuda::par, values.begin(), values.end());
  thrust::inclusive_scan(thrust::cuda::par, values.begin(), values.end(), values.begin());
  return thrust::reduce(thrust::cuda::par, values.begin(), values.end(), 0);
}
