// The container of nvcc that holds a module's PTX for several architectures.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace emulator::runtime {

struct chosen_ptx {
  cudaError_t error = cudaSuccess;
  unsigned compute_capability = 0;
  std::string text;
};

// The PTX of the highest architecture that a card of this compute capability can run, decompressed
// where nvcc has compressed it. Says on stderr why there is none.
chosen_ptx choose_ptx(void const* fat_binary, unsigned compute_capability);

}  // namespace emulator::runtime
