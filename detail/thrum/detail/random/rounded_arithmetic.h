// Arithmetic of float and double that gives the same bits on host and device, whatever the
// compiler's flags for the machine; logarithms and normal quantiles made of it. No product is fused
// with a sum; quotients and roots are correctly rounded. (Flags that give up the standard's
// arithmetic, -ffast-math and nvcc's --use_fast_math, are excepted.)
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/opaque.h>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Whether the host's processors have sums of products that round once.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool has_fused_sums = true;
#else
inline constexpr bool has_fused_sums = false;
#endif
/// Whether the host's compiler may fuse a product with the sum that uses it: not where the program
/// is for processors of x86-64 without such an instruction. (A function that the program marks for
/// other processors, by `target` or `target_clones`, may have products fused all the same.)
#if defined(__x86_64__) && !defined(__FMA4__) && !defined(__AVX512F__)
inline constexpr bool fuses_products = has_fused_sums;
#else
inline constexpr bool fuses_products = true;
#endif

/// Returns a * b + c, rounded once.
template <class R>
THRUM_HD R fused_sum(R a, R b, R c) {
  if constexpr (std::is_same_v<R, float>) return __builtin_fmaf(a, b, c);
  else return __builtin_fma(a, b, c);
}

/// Returns a * b, rounded. A number about which a compiler knows nothing is not a product to it.
template <class R>
THRUM_HD R rounded_product(R a, R b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<R, float>) return __fmul_rn(a, b);
  else return __dmul_rn(a, b);
#else
  if constexpr (fuses_products) return detail::unforeseen(a * b);
  else return a * b;
#endif
}

/// The unsigned type with as many bits as R.
template <class R>
using word_of = std::conditional_t<std::is_same_v<R, float>, std::uint32_t, std::uint64_t>;

/// Returns a * b, rounded, in a form of which compilers make vectors. `flip` is always 0, which
/// they do not know. Where processors have fused sums, the product is one with -0. Where a compiler
/// may fuse the product by itself, the bits of `flip` are flipped in it.
template <class R>
THRUM_HD R rounded_product(R a, R b, [[maybe_unused]] word_of<R> flip) {
#if defined(__CUDA_ARCH__)
  return detail::rounded_product(a, b);
#else
  if constexpr (has_fused_sums) {
    constexpr word_of<R> sign = word_of<R>{1} << (8 * sizeof(R) - 1);
    return detail::fused_sum(a, b, __builtin_bit_cast(R, flip ^ sign));
  } else if constexpr (fuses_products) {
    return __builtin_bit_cast(R, __builtin_bit_cast(word_of<R>, a * b) ^ flip);
  } else {
    return a * b;
  }
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
THRUM_HD constexpr R power_of_two(int power) {
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

/// Returns the quantile of the standard normal distribution for the probability (k + 1/2) / 2^w,
/// where w is the number of bits of R's word. The rational approximations are those of M. Wichura,
/// "Algorithm AS 241: The percentage points of the normal distribution", Applied Statistics 37
/// (1988): PPND7 for float, PPND16 for double. As computed here, their relative errors are below
/// 4e-7 and 1e-15 (measured).
template <class R>
THRUM_HD R normal_quantile(word_of<R> k) {
  constexpr bool single = std::is_same_v<R, float>;
  constexpr int w = 8 * sizeof(R);
  constexpr word_of<R> one_half = word_of<R>{1} << (w - 1);
  bool const lower = k < one_half;
  auto const m = lower ? k : static_cast<word_of<R>>(~k);  // the fraction, mirrored to below 1/2
  R x;
  if (m >= one_half / 20 * 3) {
    // The fraction is at least 0.075, and so at most 0.425 away from 1/2.
    R const q = detail::rounded_product(static_cast<R>(static_cast<word_of<R>>(one_half - 1 - m)) + R(0.5),
                                        detail::power_of_two<R>(-w));
    R const t = R(0.180625) - detail::rounded_product(q, q);
    R numerator, denominator;
    if constexpr (single) {
      numerator = detail::polynomial(t, 3.3871327179F, 5.0434271938E+1, 1.5929113202E+2, 5.9109374720E+1);
      denominator = detail::polynomial(t, 1.F, 1.7895169469E+1, 7.8757757664E+1, 6.7187563600E+1);
    } else {
      numerator = detail::polynomial(t, 3.3871328727963666080E+0, 1.3314166789178437745E+2,
                                     1.9715909503065514427E+3, 1.3731693765509461125E+4, 4.5921953931549871457E+4,
                                     6.7265770927008700853E+4, 3.3430575583588128105E+4, 2.5090809287301226727E+3);
      denominator = detail::polynomial(
          t, 1., 4.2313330701600911252E+1, 6.8718700749205790830E+2, 5.3941960214247511077E+3,
          2.1213794301586595867E+4, 3.9307895800092710610E+4, 2.8729085735721942674E+4, 5.2264952788528545610E+3);
    }
    x = detail::rounded_quotient(detail::rounded_product(q, numerator), denominator);
  } else {
    R const root = detail::rounded_root(detail::minus_log_of_fraction<R>(m));
    R numerator, denominator;
    if constexpr (single) {
      R const t = root - R(1.6);
      numerator = detail::polynomial(t, 1.4234372777F, 2.7568153900E+0, 1.3067284816E+0, 1.7023821103E-1);
      denominator = detail::polynomial(t, 1.F, 7.3700164250E-1, 1.2021132975E-1);
    } else if (root <= 5) {
      R const t = root - R(1.6);
      numerator =
          detail::polynomial(t, 1.42343711074968357734E+0, 4.63033784615654529590E+0, 5.76949722146069140550E+0,
                             3.64784832476320460504E+0, 1.27045825245236838258E+0, 2.41780725177450611770E-1,
                             2.27238449892691845833E-2, 7.74545014278341407640E-4);
      denominator =
          detail::polynomial(t, 1., 2.05319162663775882187E+0, 1.67638483018380384940E+0,
                             6.89767334985100004550E-1, 1.48103976427480074590E-1, 1.51986665636164571966E-2,
                             5.47593808499534494600E-4, 1.05075007164441684324E-9);
    } else {
      R const t = root - R(5);
      numerator =
          detail::polynomial(t, 6.65790464350110377720E+0, 5.46378491116411436990E+0, 1.78482653991729133580E+0,
                             2.96560571828504891230E-1, 2.65321895265761230930E-2, 1.24266094738807843860E-3,
                             2.71155556874348757815E-5, 2.01033439929228813265E-7);
      denominator =
          detail::polynomial(t, 1., 5.99832206555887937690E-1, 1.36929880922735805310E-1,
                             1.48753612908506148525E-2, 7.86869131145613259100E-4, 1.84631831751005468180E-5,
                             1.42151175831644588870E-7, 2.04426310338993978564E-15);
    }
    x = detail::rounded_quotient(numerator, denominator);
  }
  return lower ? -x : x;
}

}  // namespace thrum::detail
