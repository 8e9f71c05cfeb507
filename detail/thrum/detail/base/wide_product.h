// Arithmetic modulo 2^128, for products that do not fit in 64 bits.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstdint>

namespace thrum::detail {

__extension__ typedef unsigned __int128 uint128;

THRUM_HD constexpr uint128 wide_product(std::uint64_t a, std::uint64_t b) { return static_cast<uint128>(a) * b; }

THRUM_HD constexpr std::uint64_t high_word(uint128 value) { return static_cast<std::uint64_t>(value >> 64); }

}  // namespace thrum::detail
