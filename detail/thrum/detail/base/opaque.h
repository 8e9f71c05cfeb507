// Values that the compiler knows nothing about. Of a condition compilers make a branch, and they
// keep arrays in registers, where they guess that this is faster. A branch that the processor
// cannot foresee takes as long as twenty steps of a short loop, and an array may need more
// registers than there are. GCC guesses so more often with -march=native, clang where a condition
// compares floating-point numbers or chooses one of two addresses.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns a number or a pointer, of which the compiler then knows nothing.
template <class T>
THRUM_HD T opaque(T x) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  asm("" : "+r"(x));
#endif
  return x;
}

/// Returns a float or double, of which a host's compiler then knows nothing.
template <class R>
THRUM_HD R unforeseen(R x) {
#if defined(__CUDA_ARCH__)
#elif defined(__x86_64__)
  asm("" : "+x"(x));
#elif defined(__aarch64__)
  asm("" : "+w"(x));
#else
  asm("" : "+m"(x));
#endif
  return x;
}

/// Returns x. If x is a float or double that was just computed, no compiler of a host fuses a
/// product that x is with what the product is added to. (An element of memory is returned as it
/// is.)
template <class X>
THRUM_HD decltype(auto) unfused(X&& x) {
  if constexpr (std::is_same_v<X, float> || std::is_same_v<X, double>) return detail::unforeseen(x);
  else return std::forward<X>(x);
}

/// Returns an array, which is kept in memory if `in_memory`.
template <bool in_memory, class T>
THRUM_HD T* places(T* array) {
  if constexpr (in_memory) return detail::opaque(array);
  else return array;
}

/// Returns a word of which all bits are set if a condition holds, otherwise none. What is computed
/// from the word has no branch.
THRUM_HD inline std::uintptr_t opaque_mask(bool condition) {
  return detail::opaque(std::uintptr_t{0} - std::uintptr_t{condition});
}

/// Returns x, of which clang then knows nothing. GCC needs no such help where this is called.
template <class T>
THRUM_HD T opaque_to_clang(T x) {
#if defined(__clang__)
  return detail::opaque(x);
#else
  return x;
#endif
}
/// Returns a if a condition holds, otherwise b. Compilers make no branch of this if an element is
/// read there that fits a register. Of wider ones GCC chooses between copies, and clang branches:
/// chosen_by_mask is for these.
template <class T>
THRUM_HD T* chosen(bool condition, T* a, T* b) {
#if defined(__clang__) && !defined(__CUDA_ARCH__)
  return __builtin_unpredictable(condition) ? a : b;
#else
  return condition ? a : b;
#endif
}
/// Returns a if all bits of an opaque_mask are set, otherwise b, without a branch.
template <class T>
T* chosen_by_mask(std::uintptr_t mask, T* a, T* b) {
  auto const of_a = reinterpret_cast<std::uintptr_t>(a), of_b = reinterpret_cast<std::uintptr_t>(b);
  return reinterpret_cast<T*>(of_b ^ ((of_a ^ of_b) & mask));
}

}  // namespace thrum::detail
