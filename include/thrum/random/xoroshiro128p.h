// xoroshiro128p.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <cstdint>

namespace thrum {
namespace detail {

/// A polynomial over the field of two elements, of degree 127 at most: bit i is the coefficient of
/// x^i.
struct binary_polynomial {
  std::uint64_t low, high;

  THRUM_HD constexpr bool bit(int i) const { return ((i < 64 ? low >> i : high >> (i - 64)) & 1) != 0; }
};

/// The arithmetic of jumps of xoroshiro128p: polynomials modulo the characteristic polynomial of a
/// step, x^128 + reduction. Applying the polynomial x^k to a state gives the state after k steps.
struct xoroshiro_jumps {
  static constexpr binary_polynomial reduction{0x095b8f76579aa001, 0x0008828e513b43d5};
  /// The polynomial x^(2^64).
  static constexpr binary_polynomial far{0xdf900294d8f554a5, 0x170865df4b3201fc};

  THRUM_HD static constexpr binary_polynomial times_x(binary_polynomial p) {
    binary_polynomial const shifted{p.low << 1, p.high << 1 | p.low >> 63};
    if (p.high >> 63 == 0) return shifted;
    return {shifted.low ^ reduction.low, shifted.high ^ reduction.high};
  }
  THRUM_HD static constexpr binary_polynomial product(binary_polynomial p, binary_polynomial q) {
    binary_polynomial sum{0, 0};
    for (int i = 127; i >= 0; --i) {
      sum = times_x(sum);
      if (q.bit(i)) sum.low ^= p.low, sum.high ^= p.high;
    }
    return sum;
  }
  THRUM_HD static constexpr binary_polynomial power(binary_polynomial p, unsigned long long exponent) {
    binary_polynomial result{1, 0};
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) result = product(result, p);
      if (exponent > 1) p = product(p, p);
    }
    return result;
  }
};

}  // namespace detail

namespace random {

/// The engine xoroshiro128+ 1.0 of D. Blackman and S. Vigna ("Scrambled linear pseudorandom number
/// generators", ACM TOMS 2021): two words of 64 bits that are rotated and shifted; a number is
/// their sum. The engine is fast and has a period of 2^128 - 1 numbers. It is good for
/// floating-point numbers: its lowest four bits are weak, and the distributions of thrum do not use
/// these bits for floating-point numbers.
///
/// jump() skips 2^64 numbers, so that each thread can have a part of the sequence of its own:
///
///   thrum::tabulate(policy, first, last, THRUM_LAMBDA(std::ptrdiff_t i) {
///     thrum::xoroshiro128p g(seed);
///     g.jump(static_cast<unsigned long long>(i));
///     return g;
///   });
class xoroshiro128p : public detail::random_engine<xoroshiro128p> {
 public:
  using result_type = std::uint64_t;
  static constexpr result_type default_seed = 1;
  static constexpr detail::engine_bound<result_type, 0> min{};
  static constexpr detail::engine_bound<result_type, ~result_type{0}> max{};

  THRUM_HD constexpr xoroshiro128p() { seed(); }
  THRUM_HD constexpr explicit xoroshiro128p(result_type value) { seed(value); }
  /// Makes the engine with this state. Two zeros would stay zeros, and are replaced by the state of
  /// the default seed.
  THRUM_HD constexpr xoroshiro128p(result_type first, result_type second) { set(first, second); }
  template <detail::seed_sequence Sequence>
  THRUM_HD constexpr explicit xoroshiro128p(Sequence& q) {
    seed(q);
  }

  /// Sets the state to the first two numbers of SplitMix64 with this seed, as the authors advise.
  THRUM_HD constexpr void seed(result_type value = default_seed) {
    s0_ = mixed(value + 0x9e3779b97f4a7c15);
    s1_ = mixed(value + 2 * 0x9e3779b97f4a7c15);
  }
  /// Takes the state from a seed sequence, the low half of each word first.
  THRUM_EXEC_CHECK_DISABLE
  template <detail::seed_sequence Sequence>
  THRUM_HD constexpr void seed(Sequence& q) {
    std::uint_least32_t words[4] = {};
    q.generate(words + 0, words + 4);
    set(std::uint64_t{words[1]} << 32 | words[0], std::uint64_t{words[3]} << 32 | words[2]);
  }

  THRUM_HD constexpr result_type operator()() {
    result_type const sum = s0_ + s1_;
    step();
    return sum;
  }

  /// Skips z numbers, as z calls do, in O(log z).
  THRUM_HD constexpr void discard(unsigned long long z) {
    // Below this count a jump takes longer than the steps.
    if (z < 4096) {
      for (; z != 0; --z) step();
    } else {
      apply(detail::xoroshiro_jumps::power({2, 0}, z));
    }
  }

  /// Skips 2^64 numbers, `times` times; in O(log times).
  THRUM_HD constexpr void jump(unsigned long long times = 1) {
    apply(detail::xoroshiro_jumps::power(detail::xoroshiro_jumps::far, times));
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    visit(e.s0_...);
    visit(e.s1_...);
  }
  friend detail::random_state<xoroshiro128p>;

  THRUM_HD static constexpr result_type rotated(result_type x, int bits) { return x << bits | x >> (64 - bits); }
  THRUM_HD static constexpr result_type mixed(result_type z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  THRUM_HD constexpr void set(result_type first, result_type second) {
    s0_ = first;
    s1_ = second;
    if ((first | second) == 0) seed();
  }
  THRUM_HD constexpr void step() {
    result_type const both = s0_ ^ s1_;
    s0_ = rotated(s0_, 24) ^ both ^ both << 16;
    s1_ = rotated(both, 37);
  }
  /// Sets the state to the sum of the states after i steps, over all i whose power x^i is in the
  /// polynomial.
  THRUM_HD constexpr void apply(detail::binary_polynomial jump) {
    result_type first = 0, second = 0;
    for (int i = 0; i < 128; ++i) {
      if (jump.bit(i)) first ^= s0_, second ^= s1_;
      step();
    }
    s0_ = first;
    s1_ = second;
  }

  result_type s0_ = 0, s1_ = 0;
};

}  // namespace random

using random::xoroshiro128p;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
