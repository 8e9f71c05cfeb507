// A user's program with CUDA: vectors in a .cpp, algorithms in a .cu.
#include <thrum/device_vector.h>

void halve(thrum::device_vector<float>& values);

int main() {
  thrum::device_vector<float> values{2, 4};
  halve(values);
  return values[1] == 2 ? 0 : 1;
}
