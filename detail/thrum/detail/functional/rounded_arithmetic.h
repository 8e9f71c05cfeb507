// Arithmetic of float and double that gives the same bits on host and device, whatever the
// compiler's flags for the machine. No product is fused with a sum; quotients and roots are
// correctly rounded. (Flags that give up the standard's arithmetic, -ffast-math and nvcc's
// --use_fast_math, are excepted.)
#pragma once

#include <thrum/detail/base/config.h>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Returns x, as a number that the host's compiler knows nothing about.
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

/// Returns a * b, rounded. Compilers may fuse a product with the sum that uses it. A number about
/// which they know nothing is not a product to them.
template <class R>
THRUM_HD R rounded_product(R a, R b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<R, float>) return __fmul_rn(a, b);
  else return __dmul_rn(a, b);
#else
  return detail::unforeseen(a * b);
#endif
}

/// The unsigned type with as many bits as R.
template <class R>
using word_of = std::conditional_t<std::is_same_v<R, float>, std::uint32_t, std::uint64_t>;

/// Returns a * b, rounded, with its last bit flipped if `flip` is true. `flip` is always false, but
/// the compiler cannot know that. This also keeps the compiler from fusing the product, and lets it
/// vectorise a loop.
template <class R>
THRUM_HD R rounded_product(R a, R b, [[maybe_unused]] bool flip) {
#if defined(__CUDA_ARCH__)
  return detail::rounded_product(a, b);
#else
  return __builtin_bit_cast(R, __builtin_bit_cast(word_of<R>, a * b) ^ word_of<R>{flip});
#endif
}

template <class R>
THRUM_HD R rounded_quotient(R a, R b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<R, float>) return __fdiv_rn(a, b);
  else return __ddiv_rn(a, b);
#else
  return a / b;
#endif
}

template <class R>
THRUM_HD R rounded_root(R a) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<R, float>) return __fsqrt_rn(a);
  else return __dsqrt_rn(a);
#else
  return std::sqrt(a);
#endif
}

/// Returns c0 + x (c1 + x (c2 + ...)).
template <class R>
THRUM_HD R polynomial(R, R c0) {
  return c0;
}
template <class R, class... C>
THRUM_HD R polynomial(R x, R c0, C... rest) {
  return c0 + detail::rounded_product(x, detail::polynomial(x, static_cast<R>(rest)...));
}

/// Returns 2^power.
template <class R>
THRUM_HD R power_of_two(int power) {
  if constexpr (std::is_same_v<R, float>) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(power + 127) << 23);
  } else {
    return __builtin_bit_cast(double, static_cast<std::uint64_t>(power + 1023) << 52);
  }
}

/// Returns log((1 + s) / (1 - s)) for |s| <= 0.172, by its series. The first term left out is below
/// half of the last bit.
template <class R>
THRUM_HD R log_of_ratio(R s) {
  R const t = detail::rounded_product(s, s);
  R const two_s = s + s;
  if constexpr (std::is_same_v<R, float>) {
    return detail::rounded_product(two_s, detail::polynomial(t, R(1), 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9));
  } else {
    return detail::rounded_product(two_s, detail::polynomial(t, R(1), 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11,
                                                             1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21));
  }
}

/// Returns -log((k + 1/2) / 2^w), where w is the number of bits of R's word. The logarithm loses no
/// precision if the fraction is close to 0 or to 1. Its relative error is below 3 of the last bits
/// (measured).
template <class R>
THRUM_HD R minus_log_of_fraction(word_of<R> k) {
  constexpr int w = 8 * sizeof(R);
  constexpr auto least_close_to_1 =
      static_cast<word_of<R>>(0.70710678118654752 * 18446744073709551616.0 / (w == 32 ? 4294967296.0 : 1.0));
  if (k >= least_close_to_1) {
    // Computes log(1 - c) with an exact c.
    R const c =
        detail::rounded_product(static_cast<R>(static_cast<word_of<R>>(~k)) + R(0.5), detail::power_of_two<R>(-w));
    return detail::log_of_ratio(detail::rounded_quotient(c, R(2) - c));
  }
  // Splits x = m 2^e, where m is between the roots of 1/2 and 2.
  R const x = static_cast<R>(k) + R(0.5);
  constexpr int fraction_bits = std::is_same_v<R, float> ? 23 : 52;
  constexpr int bias = std::is_same_v<R, float> ? 127 : 1023;
  int e = static_cast<int>(__builtin_bit_cast(word_of<R>, x) >> fraction_bits) - bias;
  R m = detail::rounded_product(x, detail::power_of_two<R>(-e));
  if (m > R(1.41421356237309505)) {
    m = detail::rounded_product(m, R(0.5));
    ++e;
  }
  R const exponent = detail::rounded_product(static_cast<R>(w - e), R(0.69314718055994530942));
  return exponent - detail::log_of_ratio(detail::rounded_quotient(m - R(1), m + R(1)));
}

}  // namespace thrum::detail
