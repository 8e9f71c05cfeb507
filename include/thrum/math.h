// math: exponentials, sines, cosines and hyperbolic tangents of float and double, as code that
// compilers vectorise.
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
/// function but NaN, by a computation that compilers do not see through.
template <class R>
struct rounded_sums {
  word_of<R> flip;
  /// Returns a * b + c.
  [[gnu::always_inline]] THRUM_HD R operator()(R a, R b, R c) const { return product(a, b) + c; }
  /// Returns a * b, rounded.
  [[gnu::always_inline]] THRUM_HD R product(R a, R b) const { return detail::rounded_product(a, b, flip); }
};

/// Sums that round once.
template <class R>
struct sums_rounded_once {
  word_of<R> flip;
  [[gnu::always_inline]] THRUM_HD R operator()(R a, R b, R c) const { return detail::fused_sum(a, b, c); }
  [[gnu::always_inline]] THRUM_HD R product(R a, R b) const { return (*this)(a, b, R(0)); }
};
/// Sums that round once, where the host's processor has these; else rounded_sums. Device code does
/// as the host's. They have the same bits wherever compilers put them, which is not true of sums
/// that compilers fuse by themselves.
template <class R>
using fused_sums = std::conditional_t<has_fused_sums, sums_rounded_once<R>, rounded_sums<R>>;

/// Returns c - a b, which is a number of R or close to one, with one rounding or a few.
template <class Sums, class R>
[[gnu::always_inline]] THRUM_HD inline R left_by_product(R c, R a, R b, Sums sum) {
  if constexpr (has_fused_sums) {
    return sum(-a, b, c);
  } else {
    // By products of half as many digits, which are exact.
    using word = word_of<R>;
    constexpr word upper_half = ~((word(1) << (std::is_same_v<R, float> ? 12 : 27)) - 1);
    R const a_high = detail::of_bits<R>(detail::bits_of(a) & upper_half), a_low = a - a_high;
    R const b_high = detail::of_bits<R>(detail::bits_of(b) & upper_half), b_low = b - b_high;
    return sum(-a_low, b_low, ((c - a_high * b_high) - a_high * b_low) - a_low * b_high);
  }
}

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

/// Returns math::exp(x), by sums of a kind.
template <template <class> class Sums, class R>
[[gnu::always_inline]] THRUM_HD inline R exponential(R x) {
  using format = number_format<R>;
  using word = word_of<R>;
  // Beyond the limit the result is 0 or infinity, as it is at the limit.
  constexpr word limit = detail::bits_of<R>(format::single ? 104 : 746);
  word const size = detail::bits_of(x) & format::magnitude;
  word const beyond = detail::ones_if_at_least(size, limit);
  word const number = detail::ones_if_at_least(format::infinity, size);
  word const clamped = (size & ~beyond) | (limit & beyond);
  Sums<R> const sum{(limit - clamped) >> (format::bits - 1)};
  x = detail::of_bits<R>((detail::bits_of(x) & ~format::magnitude) | clamped);

  exponential_parts const parts(x, sum);
  R const power = R(1) + parts.high;
  // 2^k as a product, since k may be beyond the exponents of R.
  word const half = parts.biased >> 1;
  R const result = power * detail::of_bits<R>(half << format::fraction_bits) *
                   detail::of_bits<R>((parts.biased - half) << format::fraction_bits);
  return detail::of_bits<R>(detail::bits_of(result) | ~number);
}

/// Returns binary digits of 1 / (2 pi), by which angles become turns: 64 of them from place i on.
/// With an angle in [2^(i - 1), 2^i), as an integer of 53 digits, those before place i make whole
/// turns.
THRUM_HD constexpr std::uint64_t digits_of_words(std::uint64_t i) {
  // 64 zeros, and then 2 / pi from the binary point on.
  constexpr std::uint64_t words[] = {
      0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
      0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
      0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
      0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
  std::uint64_t const place = i + 9, word = place / 64, shift = place % 64;
  return (words[word] << shift) | (words[word + 1] >> 1 >> (63 - shift));
}
struct table_of_digits {
  std::uint64_t from[1156] = {};
  constexpr table_of_digits() {
    for (std::uint64_t i = 0; i < 1156; ++i) from[i] = detail::digits_of_words(i);
  }
};
inline constexpr table_of_digits digits_of_turn{};
/// Returns the same. A host looks them up.
[[gnu::always_inline]] THRUM_HD inline std::uint64_t digits_of_turn_from(std::uint64_t i) {
#if defined(__CUDA_ARCH__)
  return detail::digits_of_words(i);
#else
  return digits_of_turn.from[i];
#endif
}

/// |x| is quadrant pi / 2 + high + low, modulo 2 pi, for an x that is an R; high + low is at most
/// pi / 4 away from 0. By the method of M. Payne and R. Hanek, "Radian reduction for trigonometric
/// functions", ACM SIGNUM Newsletter 18 (1983): the product of x and of those digits of 1 / (2 pi)
/// that decide, which differ by the exponent of x. It is a product of integers, as exact for large
/// numbers as for small ones. That of a float needs no `low`.
template <class R>
struct angle_in_quadrant {
  double high, low = 0;
  std::uint64_t quadrant;

  template <class Sums>
  [[gnu::always_inline]] THRUM_HD angle_in_quadrant(double x, Sums sum) {
    using format = number_format<double>;
    using word = std::uint64_t;
    constexpr word lower = 0xffffffff;
    constexpr double half_pi = 1.57079632679489661923, half_pi_low = 6.123233995736766e-17;
    word const size = detail::bits_of(x) & format::magnitude;
    word const exponent = size >> format::fraction_bits;
    // Numbers below 1/2 are their own angles.
    word const large = detail::ones_if_at_least(exponent, format::bias - 1);
    word const place = (exponent - (format::bias - 1)) & large;
    constexpr word leading = word(1) << format::fraction_bits;
    word const digits = (size & (leading - 1)) | leading;
    word turn, rest = 0;  // the fraction of a turn, as numbers of 64 digits behind the binary point
    if constexpr (std::is_same_v<R, float>) {
      // The last 29 digits are 0.
      word const x_digits = digits >> 29;
      turn = x_digits * detail::digits_of_turn_from(place + 29) +
             ((x_digits * (detail::digits_of_turn_from(place + 29 + 64) >> 32)) >> 32);
    } else {
      word const first = detail::digits_of_turn_from(place), second = detail::digits_of_turn_from(place + 64);
      word const d3 = second >> 32, d2 = second & lower;
      word const third = detail::digits_of_turn_from(place + 128), d1 = third >> 32, d0 = third & lower;
      word const x1 = digits >> 32, x0 = digits & lower;
      word const x0_d2 = x0 * d2, x0_d3 = x0 * d3;
      word const sum2 = ((x0 * d1) >> 32) + ((x1 * d0) >> 32) + (x0_d2 & lower) + x1 * d1;
      word const sum3 = (sum2 >> 32) + (x0_d2 >> 32) + (x0_d3 & lower) + x1 * d2;
      turn = (sum3 >> 32) + (x0_d3 >> 32) + x1 * d3 + digits * first;
      rest = (sum3 << 32) | (sum2 & lower);
    }
    quadrant = ((turn + (word(1) << 61)) >> 62) & large;
    // The place in the quadrant, from -1/2 to 1/2, as three numbers of 32, 48 and 48 digits. A sum
    // with a power of two becomes a number by having its exponent.
    word const in_quadrant = (turn << 2) | (rest >> 62), behind = rest << 2;
    word const top = (in_quadrant ^ (word(1) << 63)) >> 32;
    word const middle = ((in_quadrant & lower) << 16) | (behind >> 48);
    double const a = detail::of_bits<double>(top | detail::bits_of(0x1p20)) - (0x1p20 + 0.5);
    double const b = detail::of_bits<double>(middle | detail::bits_of(0x1p-28)) - 0x1p-28;
    double const place_in_quadrant = a + b;
    high = sum.product(place_in_quadrant, half_pi);
    if constexpr (!std::is_same_v<R, float>) {
      word const bottom = behind & ((word(1) << 48) - 1);
      double const c = detail::of_bits<double>(bottom | detail::bits_of(0x1p-76)) - 0x1p-76;
      double const place_low = ((a - place_in_quadrant) + b) + c;
      low = sum(place_low, half_pi, sum.product(place_in_quadrant, half_pi_low)) -
            detail::left_by_product(high, place_in_quadrant, half_pi, sum);
      low = detail::of_bits<double>(detail::bits_of(low) & large);
    }
    high = detail::of_bits<double>((detail::bits_of(high) & large) | (size & ~large));
  }
};

/// The sine and the cosine of a number.
template <class R>
struct sine_and_cosine {
  R sin, cos;
};

template <class R>
[[gnu::always_inline]] THRUM_HD inline sine_and_cosine<R> sine_and_cosine_of(R number) {
  using format = number_format<double>;
  using word = std::uint64_t;
  auto const x = static_cast<double>(number);
  word const size = detail::bits_of(x) & format::magnitude;
  word const finite = detail::ones_if_at_least(format::infinity - 1, size);
  fused_sums<double> const sum{(format::infinity - size) >> 63};
  angle_in_quadrant<R> const angle(x, sum);
  double const r = angle.high, square = sum.product(r, r), fourth = sum.product(square, square);
  double const near_one = 1 - 0.5 * square;  // the product is exact
  // Series of even and of odd terms: two are computed at a time.
  double sine, cosine;
  if constexpr (std::is_same_v<R, float>) {
    sine = sum(sum.product(r, square),
               sum(square, detail::series(sum, fourth, 0.008333329304828064, 2.71812157785329e-06),
                   detail::series(sum, fourth, -0.16666666640796876, -0.00019839312264717526)),
               r);
    cosine = sum(fourth,
                 sum(square, detail::series(sum, fourth, -0.0013888883500129034, -2.720575513635428e-07),
                     detail::series(sum, fourth, 0.041666666619492025, 2.4799460167134894e-05)),
                 near_one);
  } else {
    sine =
        r +
        sum(sum.product(r, square),
            sum(square,
                detail::series(sum, fourth, 0.008333333333322118, 2.7557313621397323e-06, 1.5896230091914347e-10),
                detail::series(sum, fourth, -0.1666666666666663, -0.00019841269829589615, -2.505074776300021e-08)),
            sum.product(angle.low, near_one));
    cosine =
        near_one +
        sum(fourth,
            sum(square,
                detail::series(sum, fourth, -0.0013888888888873056, -2.755731417926539e-07,
                               -1.1358536318374321e-11),
                detail::series(sum, fourth, 0.041666666666666595, 2.480158728885159e-05, 2.0875700837921185e-09)),
            sum(-r, angle.low, (1 - near_one) - 0.5 * square));
  }
  word const odd = word(0) - (angle.quadrant & 1);
  word const of_sine = (detail::bits_of(sine) & ~odd) | (detail::bits_of(cosine) & odd);
  word const of_cosine = (detail::bits_of(cosine) & ~odd) | (detail::bits_of(sine) & odd);
  word const sign = (detail::bits_of(x) & ~format::magnitude) ^ ((angle.quadrant >> 1) << 63);
  word const sign_of_cosine = ((angle.quadrant + 1) >> 1) << 63;
  return {static_cast<R>(detail::of_bits<double>((of_sine ^ sign) | ~finite)),
          static_cast<R>(detail::of_bits<double>((of_cosine ^ sign_of_cosine) | ~finite))};
}

}  // namespace detail

namespace math {

/// Returns e to the power of x. The function has no branches and calls no function of the C
/// library, so that compilers make vectors of loops that call it. Its error is below 0.95 units of
/// the last place, for results below the least normal number too. Its bits are the same for every
/// compiler, processor and policy. Infinities and NaN have the results of std::exp; errno is not
/// set.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline R exp(R x) {
  return detail::exponential<detail::rounded_sums>(x);
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
  R const left = detail::left_by_product(n, quotient, d, sum);
  R const more = sum(-quotient, d_low, left + n_low);
  // 1 / d is (1 + quotient) / 2.
  R const result = sum(more, sum(R(0.5), quotient, R(0.5)), quotient);
  word const sign = detail::bits_of(x) & ~format::magnitude;
  return detail::of_bits<R>((detail::bits_of(result) | ~number) | sign);
}

/// Returns the sine and the cosine of x, as the members `sin` and `cos`, by a function that becomes
/// vectors as exp does. x is reduced once for both. The errors are below 0.9 units of the last
/// place, of float below 0.51, for numbers of all sizes: tests/functional/exponentials.cpp compares
/// them with wider numbers. Those of infinities and NaN are NaN. The bits are the same where those
/// of tanh are.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline detail::sine_and_cosine<R> sincos(R x) {
  return detail::sine_and_cosine_of(x);
}
/// Returns the sine of x: see sincos.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline R sin(R x) {
  return math::sincos(x).sin;
}
/// Returns the cosine of x: see sincos.
template <std::floating_point R>
[[gnu::always_inline]] THRUM_HD inline R cos(R x) {
  return math::sincos(x).cos;
}

}  // namespace math
}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
