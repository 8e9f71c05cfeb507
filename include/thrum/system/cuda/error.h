// Errors of the CUDA runtime: their category, and the exceptions that report them. In a build
// without CUDA there are none. Usable from a .cpp: only the runtime's C interface is needed.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace thrum {

/// Returns the category of the CUDA runtime's errors: the value of a code is a cudaError_t.
inline std::error_category const& cuda_category() noexcept {
  struct category final : std::error_category {
    char const* name() const noexcept override { return "cuda"; }
    std::string message(int code) const override { return cudaGetErrorString(static_cast<cudaError_t>(code)); }
  };
  static category const instance;
  return instance;
}

/// An exception for a call of the CUDA runtime that failed. what() gives the call, its place in the
/// source and the runtime's reason; code() is of cuda_category().
class cuda_error : public std::system_error {
 public:
  cuda_error(cudaError_t code, std::string const& text)
      : std::system_error(static_cast<int>(code), cuda_category(), text) {}
};

/// An exception for a device that has no memory left for a request; the next call works again.
class cuda_bad_alloc : public std::bad_alloc {
 public:
  explicit cuda_bad_alloc(std::string const& text) : text_(text) {}
  char const* what() const noexcept override { return text_.what(); }

 private:
  std::runtime_error text_;  // its text is shared, so that copies of the exception cannot throw
};

namespace system {
using thrum::cuda_category;
}

}  // namespace thrum

#endif

#include <thrum/detail/public_header/end_with_elements.h>
