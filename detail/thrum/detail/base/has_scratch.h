// Whether code may take scratch memory.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/seq/seq.h>
#include <concepts>

namespace thrum::detail {

/// Says whether the code of a policy may take scratch memory. The code of seq on the device may
/// not. Algorithms decide by this function and not by __CUDA_ARCH__, because nvcc makes a kernel
/// only if its compilation for the device reaches the launch, too.
template <class B>
THRUM_HD constexpr bool has_scratch() {
#if defined(__CUDA_ARCH__)
  return !std::same_as<B, seq_policy>;
#else
  return true;
#endif
}

}  // namespace thrum::detail
