#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>

int sort_scan_reduce(thrum::device_vector<int>& values) {
  thrum::sort(thrum::cuda::par, values.begin(), values.end());
  thrum::inclusive_scan(thrum::cuda::par, values.begin(), values.end(), values.begin());
  return thrum::reduce(thrum::cuda::par, values.begin(), values.end(), 0);
}
