// Failures of the CUDA runtime as exceptions. A .cpp can use this file: only the C interface of the
// runtime is needed.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/system/cuda/error.h>
#include <string>

namespace thrum::detail {

[[noreturn]] inline void throw_cuda_error(cudaError_t code, char const* call, char const* file, int line) {
  // The error is taken back from the runtime, so that the next check does not see it again.
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

/// Throws if a call of the runtime failed: cuda_bad_alloc if memory ran out, otherwise cuda_error.
inline void cuda_check(cudaError_t code, char const* call, char const* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
  if (code != cudaSuccess) detail::throw_cuda_error(code, call, file, line);
}

}  // namespace thrum::detail

#endif
