// A permutation of [0, n) that is computed, not stored: the image of any index is found on its own
// in O(1).
//
// The method is that of R. Mitchell, D. Stokes, E. Frank, G. Holmes, "Bandwidth-Optimal Random
// Shuffling for GPUs", ACM Transactions on Parallel Computing 9 (2022),
// https://doi.org/10.1145/3505287: a Feistel network of multiplications, as in the generator
// Philox, over the least power of two that holds n. The halves have unequal widths if the number of
// bits is odd. The paper's network has 24 rounds with one multiplier. Here each round's key
// includes two multipliers. They mix halves of a few bits better, so that 12 rounds suffice (8
// rounds pass chi-square tests of where pairs of indices go, 6 do not). All code is written so that
// compilers compute the images of several indices side by side: of eight indices in 16 bytes, and
// of sixteen by AVX2, if n <= 2^30.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/random/word.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// A permutation i -> bijection(i) of [0, n). An index that the network takes out of [0, n) goes
/// through the network again until it is back. That happens because the index is on a cycle of the
/// network. It takes less than two passes on average (64 / n passes for n < 64).
class random_bijection {
 public:
  random_bijection() = default;

  /// Takes its keys from the random engine g, any engine with the standard's call operator, min and
  /// max. n >= 0.
  THRUM_EXEC_CHECK_DISABLE
  template <class G>
  THRUM_HD random_bijection(std::ptrdiff_t n, G&& g) : n_(static_cast<std::uint64_t>(n)) {
    int bits = 6;
    while (bits < 64 && n_ > std::uint64_t{1} << bits) ++bits;
    left_bits_ = bits / 2;
    right_bits_ = bits - left_bits_;
    for (std::uint64_t& key : keys_) key = detail::random_word_64(g);
    coin_ = static_cast<std::uint32_t>(detail::random_word_32(g) >> 31) & static_cast<std::uint32_t>(n > 1);
  }

  THRUM_HD std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(n_); }

  /// Returns the image of i, 0 <= i < size().
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t image[1];
    images(i, 1, image);
    return image[0];
  }

  /// How many images are best computed at once. Indices that leave [0, n) go through the network
  /// again, in fewer and fewer lanes: a long block wastes fewer of them. (In device code, a block
  /// is in local memory of each thread.)
#if defined(__CUDA_ARCH__)
  static constexpr int images_at_once = 64;
#else
  static constexpr int images_at_once = 1024;
#endif

  /// Computes the images of the `count` indices from `begin` on, at most Most, all of them less
  /// than size().
  THRUM_EXEC_CHECK_DISABLE
  template <int Most>
  THRUM_HD void images(std::ptrdiff_t begin, std::ptrdiff_t count, std::ptrdiff_t (&to)[Most]) const {
    if constexpr (has_avx2_version && Most > 1) {
      if (detail::takes_wide_vectors(count)) return wide_images(begin, count, to);
    }
    each_image(begin, count, to);
  }
  /// Computes the indices whose images are the `count` indices from `begin` on, at most Most.
  template <int Most>
  THRUM_HD void preimages(std::ptrdiff_t begin, std::ptrdiff_t count, std::ptrdiff_t (&to)[Most]) const {
    if (right_bits_ < 16) preimages_of<std::uint16_t, std::uint32_t>(begin, count, to);
    else preimages_of<std::uint32_t, std::uint64_t>(begin, count, to);
  }

 private:
  static constexpr int rounds = 12;

  template <int Most>
  THRUM_TARGET_AVX2 void wide_images(std::ptrdiff_t begin, std::ptrdiff_t count,
                                     std::ptrdiff_t (&to)[Most]) const {
    each_image(begin, count, to);
  }
  template <int Most>
  THRUM_INLINED THRUM_HD void each_image(std::ptrdiff_t begin, std::ptrdiff_t count,
                                         std::ptrdiff_t (&to)[Most]) const {
    if (right_bits_ < 16) images_of<std::uint16_t, std::uint32_t>(begin, count, to);
    else images_of<std::uint32_t, std::uint64_t>(begin, count, to);
  }

  /// Computes the images in the types Half, which holds either half of a value, and Whole, of twice
  /// the width of Half.
  template <class Half, class Whole, int Most>
  THRUM_INLINED THRUM_HD void images_of(std::ptrdiff_t begin, std::ptrdiff_t count,
                                        std::ptrdiff_t (&to)[Most]) const {
    constexpr int width = Most < 64 ? Most : 64;
    static_assert(Most % width == 0, "the last group of lanes would be behind the array");
    Whole values[Most];
    for (int j = 0; j < count; j += width) {
      for (int k = 0; k < width; ++k) values[j + k] = static_cast<Whole>(begin + j + k);
      network<Half, width>(values + j);
    }
    if (n_ >> (left_bits_ + right_bits_) == 0) bring_back<Half>(values, count);
    // The networks over one power of two are permutations of one parity. Exchanging 0 and 1 gives
    // the other parity.
    Whole const coin = coin_;
    for (int j = 0; j < count; ++j)
      to[j] = static_cast<std::ptrdiff_t>(values[j] ^ (values[j] >> 1 == 0 ? coin : 0));
  }

  template <class Half, class Whole, int Most>
  THRUM_HD void preimages_of(std::ptrdiff_t begin, std::ptrdiff_t count, std::ptrdiff_t (&to)[Most]) const {
    Half inverses[rounds];
    for (int r = 0; r < rounds; ++r) inverses[r] = static_cast<Half>(inverse_of(keys_[r] | 1));
    Whole const coin = coin_;
    Whole values[Most];
    for (int j = 0; j < Most; ++j) {
      auto const image = static_cast<Whole>(begin + j);
      values[j] = static_cast<Whole>(image ^ (image >> 1 == 0 ? coin : 0));
    }
    network_back<Half, Most>(values, inverses);
    for (int j = 0; j < count; ++j) {
      while (values[j] >= n_) network_back<Half, 1>(values + j, inverses);
      to[j] = static_cast<std::ptrdiff_t>(values[j]);
    }
  }

  /// Returns the inverse of an odd number modulo 2^64, by Newton's iteration, which doubles the
  /// number of right bits.
  THRUM_HD static std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;  // right in 3 bits
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
    return inverse;
  }

  /// Passes the values that are outside of [0, n) through the network until they are back.
  template <class Half, class Whole, int Most>
  THRUM_INLINED THRUM_HD void bring_back(Whole (&values)[Most], std::ptrdiff_t count) const {
    constexpr int width = Most < 64 ? Most : 64, few = Most < 16 ? Most : 16;
    Whole out[Most];
    int slots[Most], outside = 0;
    for (int j = 0; j < count; ++j) {
      slots[outside] = j;
      outside += values[j] >= n_;
    }
    while (outside > 0) {
      for (int k = 0; k < outside; ++k) out[k] = values[slots[k]];
      for (int k = outside; k % width != 0; ++k) out[k] = 0;
      if (outside <= few) network<Half, few>(out);
      else
        for (int k = 0; k < outside; k += width) network<Half, width>(out + k);
      int still = 0;
      for (int k = 0; k < outside; ++k) {
        int const slot = slots[k];
        values[slot] = out[k];
        slots[still] = slot;
        still += out[k] >= n_;
      }
      outside = still;
    }
  }

  /// Passes `Width` values through the network, side by side.
  template <class Half, int Width, class Whole>
  THRUM_INLINED THRUM_HD void network(Whole* values) const {
    auto const left_mask = static_cast<Half>((Whole{1} << left_bits_) - 1);
    auto const right_mask = static_cast<Half>((Whole{1} << right_bits_) - 1);
    // Multiplications by these factors are shifts. Compilers would not vectorise the shifts
    // themselves.
    auto const to_low_bits = static_cast<Half>(std::uint64_t{1} << left_bits_);
    auto const to_first_bit =
        static_cast<Half>(std::uint64_t{1} << (8 * static_cast<int>(sizeof(Half)) - left_bits_));
    int const wider = right_bits_ - left_bits_;
    Half left[Width], right[Width];
    for (int j = 0; j < Width; ++j) {
      left[j] = static_cast<Half>(values[j] >> right_bits_);
      right[j] = static_cast<Half>(values[j] & right_mask);
    }
    for (std::uint64_t const key : keys_) {
      // An odd multiplier permutes the low bits. They become the right half, together with the
      // extra bit of a wider right half. The high bits of another product are the function that a
      // Feistel network needs.
      constexpr int width = 8 * sizeof(Half);
      auto const mask = static_cast<Half>(key >> 32);
      auto const multiplier = static_cast<Half>((key | 1) << wider), mixer = static_cast<Half>(key >> 16 | 1);
      for (int j = 0; j < Width; ++j) {
        auto const x = static_cast<Half>(left[j] ^ mask);
        auto const low = static_cast<Half>(static_cast<Whole>(x) * multiplier),
                   mixed = static_cast<Half>(static_cast<Whole>(x) * mixer);
        auto const high = static_cast<Half>(static_cast<Whole>(mixed) * to_low_bits >> width),
                   moved = static_cast<Half>(static_cast<Whole>(right[j]) * to_first_bit >> width);
        left[j] = static_cast<Half>((high ^ right[j]) & left_mask);
        right[j] = static_cast<Half>((low | moved) & right_mask);
      }
    }
    for (int j = 0; j < Width; ++j) {
      values[j] = static_cast<Whole>(static_cast<Whole>(static_cast<Whole>(left[j]) << right_bits_) | right[j]);
    }
  }

  /// Passes `Width` values through the network from its end to its beginning, side by side.
  template <class Half, int Width, class Whole>
  THRUM_HD void network_back(Whole* values, Half const (&inverses)[rounds]) const {
    constexpr int width = 8 * sizeof(Half);
    auto const left_mask = static_cast<Half>((Whole{1} << left_bits_) - 1);
    auto const right_mask = static_cast<Half>((Whole{1} << right_bits_) - 1);
    auto const to_low_bits = static_cast<Half>(std::uint64_t{1} << left_bits_);
    int const wider = right_bits_ - left_bits_;
    auto const first_bits = static_cast<Half>((1 << wider) - 1);
    Half left[Width], right[Width];
    for (int j = 0; j < Width; ++j) {
      left[j] = static_cast<Half>(values[j] >> right_bits_);
      right[j] = static_cast<Half>(values[j] & right_mask);
    }
    for (int r = rounds - 1; r >= 0; --r) {
      std::uint64_t const key = keys_[r];
      auto const mask = static_cast<Half>(key >> 32), mixer = static_cast<Half>(key >> 16 | 1);
      Half const inverse = inverses[r];
      for (int j = 0; j < Width; ++j) {
        // The right half holds the low bits of a product with an odd multiplier, and the extra bit.
        auto const product = static_cast<Half>(right[j] >> wider);
        auto const low = static_cast<Half>(static_cast<Whole>(product) * inverse & left_mask);
        auto const x = static_cast<Half>(low | (mask & ~left_mask));
        auto const mixed = static_cast<Half>(static_cast<Whole>(x) * mixer);
        auto const high = static_cast<Half>(static_cast<Whole>(mixed) * to_low_bits >> width);
        auto const extra = static_cast<Half>(static_cast<Whole>(right[j] & first_bits) << left_bits_);
        right[j] = static_cast<Half>(((high ^ left[j]) & left_mask) | extra);
        left[j] = static_cast<Half>((x ^ mask) & left_mask);
      }
    }
    for (int j = 0; j < Width; ++j) {
      values[j] = static_cast<Whole>(static_cast<Whole>(static_cast<Whole>(left[j]) << right_bits_) | right[j]);
    }
  }

  std::uint64_t n_ = 0;
  int left_bits_ = 3;
  int right_bits_ = 3;
  std::uint64_t keys_[rounds] = {};
  std::uint32_t coin_ = 0;
};

}  // namespace thrum::detail
