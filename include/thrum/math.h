// math: the exponential of float and double, as code that compilers vectorise.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/rounded_arithmetic.h>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace detail {

/// What math::exp knows of the numbers R. `magnitude` has all bits but the sign,
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

/// Multiplies numbers, and rounds each product: see rounded_product. `flip` is 0 for every argument
/// of the function, by a computation that compilers do not see through.
template <class R>
struct rounded_products {
  word_of<R> flip;
  THRUM_HD R operator()(R a, R b) const { return detail::rounded_product(a, b, flip); }
  /// Returns c0 + x (c1 + x (c2 + ...)).
  THRUM_HD R series(R, R c0) const { return c0; }
  template <class... C>
  THRUM_HD R series(R x, R c0, C... rest) const {
    return c0 + (*this)(x, series(x, rest...));
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
THRUM_HD R exp(R x) {
  using format = detail::number_format<R>;
  using word = detail::word_of<R>;
  // Beyond the limit the result is 0 or infinity, as it is at the limit.
  constexpr word limit = detail::bits_of<R>(format::single ? 104 : 746);
  word const size = detail::bits_of(x) & format::magnitude;
  word const beyond = detail::ones_if_at_least(size, limit);
  word const number = detail::ones_if_at_least(format::infinity, size);
  word const clamped = (size & ~beyond) | (limit & beyond);
  detail::rounded_products<R> const product{(limit - clamped) >> (format::bits - 1)};
  x = detail::of_bits<R>((detail::bits_of(x) & ~format::magnitude) | clamped);

  // x = k log(2) + r, where r = high - low is at most log(2) / 2 away from 0.
  R const shifted = product(x, R(1.4426950408889634074)) + format::shift;
  R const k = shifted - format::shift;
  R const high = x - product(k, format::ln2_high);
  R const low = product(k, format::ln2_low);
  R const r = high - low;
  R series;  // (exp(r) - 1 - r) / r^2
  if constexpr (format::single) {
    series = product.series(r, 0.499999934477883103F, 0.166665206317229139F, 0.0416683880470477381F,
                            0.0083687168785000544F, 0.00138145985579322105F);
  } else {
    series = product.series(r, 0.500000000000001063, 0.166666666666664125, 0.0416666666665301584,
                            0.00833333333349446449, 0.00138888889436301713, 0.000198412695065721077,
                            0.0000248014930988435484, 2.75575863800694235e-6, 2.76302484015785887e-7,
                            2.50000595375329517e-8);
  }
  R const power = R(1) + (high - (low - product(product(r, r), series)));
  // 2^k as a product, since k may be beyond the exponents of R.
  word const biased = detail::bits_of(shifted) - detail::bits_of(format::shift) + 2 * format::bias;
  word const half = biased >> 1;
  R const result = power * detail::of_bits<R>(half << format::fraction_bits) *
                   detail::of_bits<R>((biased - half) << format::fraction_bits);
  return detail::of_bits<R>(detail::bits_of(result) | ~number);
}

}  // namespace math
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
