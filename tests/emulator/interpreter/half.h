// Floating point of 8, 16 and 19 bits: the value of an encoding, and the encoding nearest to a
// value.
#pragma once

#include <bit>
#include <cstdint>

namespace emulator {

enum class rounding : std::uint8_t { nearest_even, toward_zero, down, up, nearest_away };

// A format: a sign, exponent bits, fraction bits. One without infinities keeps the greatest
// exponent for numbers, and a single NaN.
struct float_format {
  int exponent_bits, fraction_bits;
  bool has_infinity = true;

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int greatest_exponent() const { return (1 << exponent_bits) - 1; }
  constexpr std::uint32_t sign_bit() const { return 1u << (exponent_bits + fraction_bits); }
  constexpr std::uint32_t infinity() const { return std::uint32_t(greatest_exponent()) << fraction_bits; }
  constexpr std::uint32_t not_a_number() const { return sign_bit() - 1; }
  constexpr std::uint32_t greatest_number() const { return has_infinity ? infinity() - 1 : not_a_number() - 1; }
};
inline constexpr float_format half_format{5, 10}, bfloat_format{8, 7}, tf32_format{8, 10}, e5m2_format{5, 2},
    e4m3_format{4, 3, false};

// 2 to a power within the normal numbers of double.
constexpr double power_of_two(int exponent) { return std::bit_cast<double>(std::uint64_t(1023 + exponent) << 52); }

// Every value of these formats is a double. No step meets a subnormal double: it is right while the
// processor flushes them.
template <float_format Format>
double decoded(std::uint32_t bits) {
  std::uint32_t const magnitude = bits & (Format.sign_bit() - 1);
  std::uint64_t const sign = bits & Format.sign_bit() ? std::uint64_t(1) << 63 : 0;
  std::uint32_t const fraction = magnitude & ((1u << Format.fraction_bits) - 1);
  int const exponent = int(magnitude >> Format.fraction_bits);
  bool const special = Format.has_infinity ? magnitude >= Format.infinity() : magnitude == Format.not_a_number();
  double value;
  if (special) {
    bool const infinite = Format.has_infinity && fraction == 0;
    value = std::bit_cast<double>(infinite ? std::uint64_t(0x7ff) << 52 : std::uint64_t(0xfff) << 51);
  } else if (exponent == 0) {
    value = double(fraction) * power_of_two(1 - Format.bias() - Format.fraction_bits);
  } else {
    value = std::bit_cast<double>(std::uint64_t(exponent - Format.bias() + 1023) << 52 |
                                  std::uint64_t(fraction) << (52 - Format.fraction_bits));
  }
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | sign);
}

// magnitude / 2^dropped as an integer, rounded; the sign decides what up and down mean.
constexpr std::uint64_t rounded_quotient(std::uint64_t magnitude, int dropped, bool negative, rounding mode) {
  if (dropped > 63) dropped = 63;  // the magnitudes here have 53 bits: nothing but the remainder is left
  std::uint64_t const kept = magnitude >> dropped, rest = magnitude & ((std::uint64_t(1) << dropped) - 1),
                      half = std::uint64_t(1) << (dropped - 1);
  switch (mode) {
    case rounding::nearest_even:
      return kept + (rest > half || (rest == half && (kept & 1)));
    case rounding::nearest_away:
      return kept + (rest >= half);
    case rounding::down:
      return kept + (negative && rest != 0);
    case rounding::up:
      return kept + (!negative && rest != 0);
    case rounding::toward_zero:
      break;
  }
  return kept;
}

// What stands for numbers beyond the greatest one.
template <float_format Format>
constexpr std::uint32_t overflowed(bool negative, rounding mode, bool saturate) {
  bool const grows = mode == rounding::nearest_even || mode == rounding::nearest_away ||
                     mode == (negative ? rounding::down : rounding::up);
  if (saturate || !grows) return Format.greatest_number();
  return Format.has_infinity ? Format.infinity() : Format.not_a_number();
}

// saturate: the greatest number takes the place of infinity. NaNs become the format's positive one.
template <float_format Format>
std::uint32_t encoded(double value, rounding mode = rounding::nearest_even, bool saturate = false) {
  std::uint64_t const bits = std::bit_cast<std::uint64_t>(value);
  bool const negative = bits >> 63;
  std::uint32_t const sign = negative ? Format.sign_bit() : 0;
  int const exponent = int(bits >> 52 & 0x7ff);
  std::uint64_t fraction = bits & ((std::uint64_t(1) << 52) - 1);
  if (exponent == 0x7ff && fraction != 0) return Format.not_a_number();
  if (exponent == 0x7ff) return sign | overflowed<Format>(negative, rounding::nearest_even, saturate);
  if (exponent == 0 && fraction == 0) return sign;
  if (exponent != 0) fraction |= std::uint64_t(1) << 52;
  int const target = (exponent == 0 ? 1 : exponent) - 1023 + Format.bias();
  int const dropped = 52 - Format.fraction_bits;
  if (target < 1) return sign | std::uint32_t(rounded_quotient(fraction, dropped + 1 - target, negative, mode));
  // The leading bit adds one to the exponent's field, as does a carry out of the fraction.
  std::uint64_t const magnitude =
      (std::uint64_t(target - 1) << Format.fraction_bits) + rounded_quotient(fraction, dropped, negative, mode);
  if (magnitude > Format.greatest_number()) return sign | overflowed<Format>(negative, mode, saturate);
  return sign | std::uint32_t(magnitude);
}

// A half or bfloat as registers hold it.
template <float_format Format>
struct small_float {
  std::uint16_t bits;
  static small_float of(double value, rounding mode = rounding::nearest_even) {
    return {std::uint16_t(encoded<Format>(value, mode))};
  }
  double value() const { return decoded<Format>(bits); }
};
using f16 = small_float<half_format>;
using bf16 = small_float<bfloat_format>;

}  // namespace emulator
