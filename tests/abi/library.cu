// A library that runs kernels. It is compiled once for each of two architectures; NAME
// distinguishes the two.
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <cstddef>
#include <vector>

std::ptrdiff_t NAME() {
  thrum::device_vector<float> values(std::vector<float>{1, 2, -3, 4});
  thrum::transform(values.begin(), values.end(), values.begin(), thrum::negate<float>{});
  return thrum::find(values.begin(), values.end(), 3.0f) - values.begin();
}
