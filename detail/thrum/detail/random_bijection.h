// A permutation of [0, n) that is computed, not stored: the place of any index by itself, in O(1).
//
// The method is that of R. Mitchell, D. Stokes, E. Frank, G. Holmes, "Bandwidth-Optimal Random Shuffling for GPUs", ACM
// Transactions on Parallel Computing 9 (2022), https://doi.org/10.1145/3505287: a Feistel network of multiplications, as in
// the generator Philox, over the least power of two that holds n, with halves of unequal width where the number of bits is
// odd. Theirs has 24 rounds with one multiplier. Here the multiplier is part of a round's key: it mixes halves of a few bits
// better, which lets 12 rounds do (8 pass chi-square tests of where pairs of indices go, 6 do not).
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/random_word.h>
#include <cstddef>
#include <cstdint>

namespace thrum::detail {

/// i -> bijection(i) permutes [0, n). An index that the network takes out of [0, n) goes through it again until it is
/// back, which happens on the cycle that it is on: less than twice on average (64 / n times for n < 64).
class random_bijection {
 public:
  random_bijection() = default;

  /// Takes what it needs from the random engine g, any with the standard's call operator, min and max. n >= 0.
  THRUM_EXEC_CHECK_DISABLE
  template <class G>
  THRUM_HD random_bijection(std::ptrdiff_t n, G&& g) : n_(static_cast<std::uint64_t>(n)) {
    int bits = 6;
    while (bits < 64 && n_ > std::uint64_t{1} << bits) ++bits;
    left_bits_ = bits / 2;
    right_bits_ = bits - left_bits_;
    for (std::uint64_t& key : keys_) key = detail::random_word_64(g);
    coin_ = detail::random_word_32(g) >> 31;
  }

  THRUM_HD std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(n_); }

  /// The place of i, 0 <= i < size().
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    auto place = static_cast<std::uint64_t>(i);
    do place = network(place);
    while (place >= n_);
    // The networks over one power of two make permutations of one parity. Exchanging 0 and 1 makes the other.
    if (place < 2 && n_ > 1) place ^= coin_;
    return static_cast<std::ptrdiff_t>(place);
  }

 private:
  static constexpr int rounds = 12;

  THRUM_HD std::uint64_t network(std::uint64_t value) const {
    std::uint64_t const left_mask = (std::uint64_t{1} << left_bits_) - 1;
    std::uint64_t const right_mask = (std::uint64_t{1} << right_bits_) - 1;
    std::uint64_t left = value >> right_bits_, right = value & right_mask;
    for (std::uint64_t const key : keys_) {
      // An odd multiplier permutes the low bits, which become the right half, and with them the bit that a wider right
      // half has too many. The bits in the middle of the product are the function that a Feistel network needs.
      std::uint64_t const product = (left ^ (key >> 33)) * (key | 1);
      left = ((product >> 32) ^ right) & left_mask;
      right = (product << (right_bits_ - left_bits_) | right >> left_bits_) & right_mask;
    }
    return left << right_bits_ | right;
  }

  std::uint64_t n_ = 0;
  int left_bits_ = 3;
  int right_bits_ = 3;
  std::uint64_t keys_[rounds] = {};
  std::uint64_t coin_ = 0;
};

}  // namespace thrum::detail
