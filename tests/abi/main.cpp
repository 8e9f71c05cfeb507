// Passes device vectors to functions that nvcc compiled, and takes them back.
#include "on_device.h"

#include <cuda_runtime_api.h>
#include <cstdio>
#include <vector>

void append(thrum::device_vector<float>& values, float value) { values.push_back(value); }

int main() {
  constexpr int skipped = 77;
  int cards = 0;
  if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0) {
    std::puts("skipped: no CUDA device");
    return skipped;
  }
  thrum::device_vector<float> values(std::vector<float>{4, 1, 2});
  double_on_device(values);
  std::vector<float> const result = sorted_on_device(values).to_host();
  bool const right = result == std::vector<float>{2, 4, 8, 16};
  std::puts(right ? "ok" : "wrong values");
  return right ? 0 : 1;
}
