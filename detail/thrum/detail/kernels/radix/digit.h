// Digits of numbers, by which records are counted and scattered.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Returns std::bit_width(bits), for 128 bits too.
template <class U>
int width_of(U bits) {
  if constexpr (sizeof(U) <= 8) return static_cast<int>(std::bit_width(bits));
  else if (auto const high = static_cast<std::uint64_t>(bits >> 64); high != 0) return 64 + detail::width_of(high);
  else return detail::width_of(static_cast<std::uint64_t>(bits));
}

/// A digit: some consecutive bits of a number.
template <class U>
struct radix_digit {
  int shift, bits;
  std::ptrdiff_t radix() const { return std::ptrdiff_t{1} << bits; }
  std::ptrdiff_t of(U number) const {
    return static_cast<std::ptrdiff_t>(static_cast<std::uint32_t>(number >> shift) & ((1U << bits) - 1));
  }
};
/// Cuts a digit of at most `most` bits off the differing bits. The first bit of the digit differs.
template <class U>
radix_digit<U> cut_digit(U& differing, int most) {
  int const width = detail::width_of(differing), shift = std::max(0, width - most);
  differing = static_cast<U>(differing & ((U{1} << shift) - 1));
  return {shift, width - shift};
}

/// Makes fixed-point numbers of floating-point keys. Fixed-point numbers are spread over their bits
/// as the keys are over their range, while most keys have one of few exponents. Keys that differ
/// may have equal fixed-point numbers.
template <class NumberOf, class U>
struct fixed_point {
  using real = std::conditional_t<sizeof(U) == 4, float, double>;
  static constexpr int bits = static_cast<int>(8 * sizeof(U)) - 1;
  NumberOf number_of;
  real scale;
  template <class R>
  U operator()(R const& record) const {
    auto const value = static_cast<std::make_signed_t<U>>(number_of.value(record) * scale);
    return static_cast<U>(static_cast<U>(value) + (U{1} << (bits - 1)));
  }
};
/// Returns the scale for keys of at most this magnitude, or 0 if there is no such scale.
template <class Real>
Real fixed_point_scale(Real greatest) {
  constexpr Real least = static_cast<Real>(sizeof(Real) == 4 ? 0x1p-90 : 0x1p-900), most = 1 / least;
  constexpr Real limit = static_cast<Real>(sizeof(Real) == 4 ? 0x1.ffp29 : 0x1.ffp61);
  return least < greatest && greatest < most ? limit / greatest : Real{0};
}

/// Counts the digits of n records. `lead` makes numbers of records.
template <class Lead, class R, class U, class Count>
void count_digits(Lead lead, radix_digit<U> digit, R const* records, std::ptrdiff_t n, Count* counts) {
  std::fill_n(counts, digit.radix(), Count{0});
  for (std::ptrdiff_t i = 0; i < n; ++i) ++counts[digit.of(lead(records[i]))];
}
/// Counts two digits of n records at once.
template <class Lead, class R, class U>
void count_digits(Lead lead, radix_digit<U> x, radix_digit<U> y, R const* records, std::ptrdiff_t n,
                  std::uint32_t* counts_x, std::uint32_t* counts_y) {
  std::fill_n(counts_x, x.radix(), 0U);
  std::fill_n(counts_y, y.radix(), 0U);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    U const number = lead(records[i]);
    ++counts_x[x.of(number)];
    ++counts_y[y.of(number)];
  }
}
/// Returns how likely two of n records are to have the same digit.
inline double equal_pairs(std::uint32_t const* counts, std::ptrdiff_t radix, std::ptrdiff_t n) {
  std::uint64_t pairs = 0;
  for (std::ptrdiff_t d = 0; d < radix; ++d) pairs += std::uint64_t{counts[d]} * counts[d];
  return static_cast<double>(pairs - static_cast<std::uint64_t>(n)) /
         (static_cast<double>(n) * static_cast<double>(n - 1));
}

/// Puts n records where the next record of their digit goes: four records at once, each of which
/// waits for its place. With Far, the places are beyond the caches, where a store waits for its
/// cache line and later stores wait for that store; cache lines are requested one ahead.
template <bool Far, class Lead, class R, class U, class Place>
void scatter_by_digit(Lead lead, radix_digit<U> digit, R const* from, std::ptrdiff_t n, R* to, Place* place) {
  auto const put = [=](std::ptrdiff_t d, R const& record) {
    R* const p = to + place[d]++;
    *p = record;
    if constexpr (Far) detail::expect_stores_after(p);
  };
  std::ptrdiff_t i = 0;
  for (; n - i >= 4; i += 4) {
    R const records[] = {from[i], from[i + 1], from[i + 2], from[i + 3]};
    std::ptrdiff_t digits[4];
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < 4; ++j) digits[j] = digit.of(lead(records[j]));
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < 4; ++j) put(digits[j], records[j]);
  }
  for (; i < n; ++i) put(digit.of(lead(from[i])), from[i]);
}

}  // namespace thrum::detail
