// Arithmetic modulo 2^128, for products that do not fit in 64 bits; and division by a constant
// number, which is done by such a product.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdint>

namespace thrum::detail {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

THRUM_HD constexpr uint128 wide_product(std::uint64_t a, std::uint64_t b) { return static_cast<uint128>(a) * b; }

THRUM_HD constexpr std::uint64_t high_word(uint128 value) { return static_cast<std::uint64_t>(value >> 64); }

/// A divisor d >= 1 of numbers in [0, 2^63). Let 2^s be the least power of two that is not less
/// than d. The reciprocal r = ceil(2^(63 + s) / d) has 64 bits, and the quotient is floor(n * r /
/// 2^(63 + s)). Proof: r exceeds 2^(63 + s) / d by less than one. For n < 2^63 the product is
/// therefore too large by less than 2^63 / 2^(63 + s) <= 1 / d, which does not reach the next
/// integer.
class constant_divisor {
 public:
  THRUM_HD constexpr constant_divisor() : constant_divisor(1) {}
  THRUM_HD constexpr explicit constant_divisor(std::ptrdiff_t d) : divisor_(d) {
    while ((std::uint64_t{1} << shift_) < static_cast<std::uint64_t>(d)) ++shift_;
    uint128 const power = uint128{1} << (63 + shift_);
    auto const by = static_cast<uint128>(d);
    reciprocal_ = static_cast<std::uint64_t>((power + by - 1) / by);
  }

  THRUM_HD constexpr std::ptrdiff_t divisor() const { return divisor_; }
  THRUM_HD constexpr std::ptrdiff_t quotient_of(std::ptrdiff_t n) const {
    return static_cast<std::ptrdiff_t>(
        high_word(detail::wide_product(static_cast<std::uint64_t>(n) << 1, reciprocal_)) >> shift_);
  }

 private:
  std::ptrdiff_t divisor_;
  std::uint64_t reciprocal_ = 0;
  int shift_ = 0;
};

}  // namespace thrum::detail
