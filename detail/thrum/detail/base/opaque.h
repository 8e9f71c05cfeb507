// Values that the compiler knows nothing about. Compilers make branches of what is computed from a
// condition, and vectors with gathers of loops that read anywhere, where a processor of their guess
// would gain. A branch that a processor cannot foresee costs it twenty steps of a loop instead. GCC
// does so with -march=native more often than without.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstdint>

namespace thrum::detail {

/// Returns a number or a pointer, of which the compiler then knows nothing.
template <class T>
THRUM_HD T opaque(T x) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  asm("" : "+r"(x));
#endif
  return x;
}

/// Returns a word of which all bits are set if a condition holds, otherwise none. What is computed
/// from the word has no branch.
THRUM_HD inline std::uintptr_t opaque_mask(bool condition) {
  return detail::opaque(std::uintptr_t{0} - std::uintptr_t{condition});
}

}  // namespace thrum::detail
