// Loads two shared libraries for different architectures into this process. The dynamic linker
// meets the library for 9.0 first, whose kernels a device of 7.5 cannot run; the other library has
// to launch its own kernels.
#include <cuda_runtime_api.h>
#include <cstddef>
#include <cstdio>

std::ptrdiff_t third_of_90();
std::ptrdiff_t third_of_75();

int main() {
  constexpr int skipped = 77;
  int cards = 0;
  if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0) {
    std::puts("skipped: no CUDA device");
    return skipped;
  }
  std::ptrdiff_t (*volatile const other)() = &third_of_90;  // keeps the library loaded
  bool const right = other != nullptr && third_of_75() == 2;
  std::puts(right ? "ok" : "wrong place");
  return right ? 0 : 1;
}
