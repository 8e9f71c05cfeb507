// Failures of the CUDA runtime as exceptions. Usable from a .cpp: only the runtime's C interface is needed.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/system/cuda/error.h>
#include <string>

namespace thrum::detail {

[[noreturn]] inline void throw_cuda_error(cudaError_t code, char const* call, char const* file, int line) {
  // Takes the error back from the runtime, so that the next check does not see it again.
  static_cast<void>(cudaGetLastError());
  std::string const text = std::string("thrum: ") + call + " failed at " + file + ":" + std::to_string(line);
  if (code == cudaErrorMemoryAllocation) {
    int device = 0;
    bool const known = cudaGetDevice(&device) == cudaSuccess;
    throw cuda_bad_alloc(text + (known ? " on device " + std::to_string(device) : "") + ": " +
                         cudaGetErrorString(code));
  }
  throw cuda_error(code, text);
}

/// Throws where a call of the runtime failed: cuda_bad_alloc when memory ran out, else cuda_error.
inline void cuda_check(cudaError_t code, char const* call, char const* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
  if (code != cudaSuccess) detail::throw_cuda_error(code, call, file, line);
}

}  // namespace thrum::detail

#endif
