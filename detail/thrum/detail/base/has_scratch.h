// Whether code may take scratch memory.
#pragma once

#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/base/config.h>
#include <concepts>

namespace thrum::detail {

/// Whether the code of a policy may take scratch memory: that of seq in device code may not. What an algorithm does is
/// decided by this and not by __CUDA_ARCH__: nvcc makes a kernel only where its compilation for the device, too, comes to the
/// launch.
template <class B>
THRUM_HD constexpr bool has_scratch() {
#if defined(__CUDA_ARCH__)
  return !std::same_as<B, seq_policy>;
#else
  return true;
#endif
}

}  // namespace thrum::detail
