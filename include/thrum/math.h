// math: exponentials and hyperbolic tangents of float and double, as code that compilers vectorise.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/rounded_arithmetic.h>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace detail {

/// What the functions know of the numbers R. `magnitude` has all bits but the sign,
/// `infinity` the bits of infinity; numbers added to `shift` become integers.
template <class R>
struct number_format {
  using word = word_of<R>;
  static constexpr bool single = std::is_same_v<R, float>;
  static constexpr int bits = 8 * sizeof(R), fraction_bits = single ? 23 : 52;
  static constexpr word bias = single ? 127 : 1023;
  static constexpr word magnitude = word(-1) >> 1, infinity = (2 * bias + 1) << fraction_bits;
  static constexpr R shift = single ? R(0x1.8p23) : R(0x1.8p52);
  /// The logarithm of 2 in two parts. The product of the first with an exponent is exact.
  static constexpr R ln2_high = single ? R(0.693359375) : R(6.93147180369123816490e-01);
  static constexpr R ln2_low = single ? R(-2.12194440054690583e-4) : R(1.90821492927058770002e-10);
};
template <class R>
THRUM_HD constexpr word_of<R> bits_of(R x) {
  return __builtin_bit_cast(word_of<R>, x);
}
template <class R>
THRUM_HD constexpr R of_bits(word_of<R> bits) {
  return __builtin_bit_cast(R, bits);
}

/// Returns ones in all bits if a >= b, and zeros if not, for words whose first bits are 0.
/// Compilers turn choices by comparisons into branches, which keep a loop from vectors; and SSE2
/// does not compare words of 64 bits.
template <class Word>
THRUM_HD constexpr Word ones_if_at_least(Word a, Word b) {
  return ((a - b) >> (8 * sizeof(Word) - 1)) - 1;
}

/// Sums whose products are rounded: see rounded_product. `flip` is 0 for every argument of the
/// function, by a computation that compilers do not see through.
template <class R>
struct rounded_sums {
  word_of<R> flip;
  /// Returns a * b + c.
  [[gnu::always_inline]] THRUM_HD R operator()(R a, R b, R c) const { return product(a, b) + c; }
  /// Returns a * b, rounded.
  [[gnu::always_inline]] THRUM_HD R product(R a, R b) const { return detail::rounded_product(a, b, flip); }
};

/// Sums that round once, where the host's processor has these; else rounded_sums. Device code does
/// as the host's. They have the same bits wherever compilers put them, which is not true of sums
/// that compilers fuse by themselves.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
template <class R>
struct fused_sums {
  word_of<R> flip;
  [[gnu::always_inline]] THRUM_HD R operator()(R a, R b, R c) const {
    if constexpr (std::is_same_v<R, float>) return __builtin_fmaf(a, b, c);
    else return __builtin_fma(a, b, c);
  }
  [[gnu::always_inline]] THRUM_HD R product(R a, R b) const { return (*this)(a, b, R(0)); }
};
inline constexpr bool has_fused_sums = true;
#else
template <class R>
using fused_sums = rounded_sums<R>;
inline constexpr bool has_fused_sums = false;
#endif

/// Returns c0 + x (c1 + x (c2 + ...)).
template <class Sums, class R>
[[gnu::always_inline]] THRUM_HD inline R series(Sums, R, R c0) {
  return c0;
}
template <class Sums, class R, class... C>
[[gnu::always_inline]] THRUM_HD inline R series(Sums sum, R x, R c0, C... rest) {
  return sum(x, detail::series(sum, x, rest...), c0);
}

/// e^x = 2^exponent (1 + high + low) for an x, where |high| is at most 0.42, and `low` is what
/// rounding took from `high`. `biased` is the exponent plus twice the bias of R. No x is beyond
/// those whose exponential is 0 or infinite.
template <class R, class Sums>
struct exponential_parts {
  R high, low;
  word_of<R> biased;

  [[gnu::always_inline]] THRUM_HD exponential_parts(R x, Sums sum) {
    using format = number_format<R>;
    // x = k log(2) + r, where r = first - second is at most log(2) / 2 away from 0.
    R const shifted = sum(x, R(1.4426950408889634074), format::shift);
    R const k = shifted - format::shift;
    R const first = sum(-k, format::ln2_high, x);
    R const second = sum.product(k, format::ln2_low);
    R const r = first - second;
    R of_r;  // (exp(r) - 1 - r) / r^2
    if constexpr (format::single) {
      of_r = detail::series(sum, r, 0.499999934477883103F, 0.166665206317229139F, 0.0416683880470477381F,
                            0.0083687168785000544F, 0.00138145985579322105F);
    } else {
      of_r = detail::series(sum, r, 0.500000000000001063, 0.166666666666664125, 0.0416666666665301584,
                            0.00833333333349446449, 0.00138888889436301713, 0.000198412695065721077,
                            0.0000248014930988435484, 2.75575863800694235e-6, 2.76302484015785887e-7,
                            2.50000595375329517e-8);
    }
    R const rest = sum(sum.product(-r, r), of_r, second);
    high = first - rest;
    low = (first - high) - rest;
    biased = detail::bits_of(shifted) - detail::bits_of(format::shift) + 2 * format::bias;
  }
};

}  // namespace detail

namespace math {

/// Returns e to the power of x. The function has no branches and calls no function of the C
/// library, so that compilers make vectors of loops that call it. Its error is below 0.95 units of
/// the last place, for results below the least normal number too. Its bits are the same for every
/// compiler, processor and policy. Infinities and NaN have the results of std::exp; errno is not
/// set.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline R exp(R x) {
  using format = detail::number_format<R>;
  using word = detail::word_of<R>;
  // Beyond the limit the result is 0 or infinity, as it is at the limit.
  constexpr word limit = detail::bits_of<R>(format::single ? 104 : 746);
  word const size = detail::bits_of(x) & format::magnitude;
  word const beyond = detail::ones_if_at_least(size, limit);
  word const number = detail::ones_if_at_least(format::infinity, size);
  word const clamped = (size & ~beyond) | (limit & beyond);
  detail::rounded_sums<R> const sum{(limit - clamped) >> (format::bits - 1)};
  x = detail::of_bits<R>((detail::bits_of(x) & ~format::magnitude) | clamped);

  detail::exponential_parts const parts(x, sum);
  R const power = R(1) + parts.high;
  // 2^k as a product, since k may be beyond the exponents of R.
  word const half = parts.biased >> 1;
  R const result = power * detail::of_bits<R>(half << format::fraction_bits) *
                   detail::of_bits<R>((parts.biased - half) << format::fraction_bits);
  return detail::of_bits<R>(detail::bits_of(result) | ~number);
}

/// Returns the hyperbolic tangent of x, by a function that becomes vectors as exp does. Its error
/// is below 1 unit of the last place. Its bits are the same for every compiler and policy, among
/// processors that the program is compiled for with fused sums of products (-march=native), and
/// among those without.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline R tanh(R x) {
  using format = detail::number_format<R>;
  using word = detail::word_of<R>;
  // Beyond the limit the result is 1 or -1, as it is at the limit.
  constexpr word limit = detail::bits_of<R>(format::single ? 10 : 20);
  word const size = detail::bits_of(x) & format::magnitude;
  word const beyond = detail::ones_if_at_least(size, limit);
  word const number = detail::ones_if_at_least(format::infinity, size);
  word const clamped = (size & ~beyond) | (limit & beyond);
  detail::fused_sums<R> const sum{(limit - clamped) >> (format::bits - 1)};

  // tanh(|x|) = n / d, where n = 1 - e^(-2|x|) and d = 2 - n. Both are sums of a number and what
  // rounding took from it.
  detail::exponential_parts const parts(R(-2) * detail::of_bits<R>(clamped), sum);
  R const scale = detail::of_bits<R>((parts.biased - format::bias) << format::fraction_bits);
  R const one = R(1) - scale;
  R const scaled = parts.high * scale;
  R const n = one - scaled;
  R const n_low = ((one - n) - scaled) + (((R(1) - one) - scale) - parts.low * scale);
  R const d = R(2) - n;
  R const d_low = ((R(2) - d) - n) - n_low;
  R const quotient = n / d;
  R left;  // n - quotient d
  if constexpr (detail::has_fused_sums) {
    left = sum(-quotient, d, n);
  } else {
    // By products of half as many digits, which are exact.
    constexpr word upper_half = ~((word(1) << (format::single ? 12 : 27)) - 1);
    R const q_high = detail::of_bits<R>(detail::bits_of(quotient) & upper_half), q_low = quotient - q_high;
    R const d_high = detail::of_bits<R>(detail::bits_of(d) & upper_half), d_rest = d - d_high;
    left = sum(-q_low, d_rest, ((n - q_high * d_high) - q_high * d_rest) - q_low * d_high);
  }
  R const more = sum(-quotient, d_low, left + n_low);
  // 1 / d is (1 + quotient) / 2.
  R const result = sum(more, sum(R(0.5), quotient, R(0.5)), quotient);
  word const sign = detail::bits_of(x) & ~format::magnitude;
  return detail::of_bits<R>((detail::bits_of(result) | ~number) | sign);
}

}  // namespace math
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
