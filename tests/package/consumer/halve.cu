#include <thrum/device_vector.h>
#include <thrum/transform.h>

void halve(thrum::device_vector<float>& values) {
  thrum::transform(values.begin(), values.end(), values.begin(), THRUM_LAMBDA(float x) { return x / 2; });
}
