#include "on_device.h"

#include <thrum/cuda.cuh>
#include <thrum/sort.h>
#include <thrum/transform.h>

void double_on_device(thrum::device_vector<float>& values) {
  append(values, 8);
  thrum::transform(values.begin(), values.end(), values.begin(), THRUM_LAMBDA(float x) { return 2 * x; });
}

thrum::device_vector<float> sorted_on_device(thrum::device_vector<float> values) {
  thrum::sort(values.begin(), values.end());
  return values;
}
