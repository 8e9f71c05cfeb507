// main() of the test programs. In a CUDA build without a device it prints a message, and returns
// the exit code that CTest shows as skipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#if defined(THRUM_WITH_CUDA)
#include <cuda_runtime_api.h>
#include <cstdio>

static bool card_present() {
  int cards = 0;
  cudaError_t const error = cudaGetDeviceCount(&cards);
  if (error == cudaSuccess && cards > 0) return true;
  std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(error));
  return false;
}
#else
static bool card_present() { return true; }
#endif

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  if (!card_present()) return skipped;
  doctest::Context context(argc, argv);
  return context.run();
}
