// philox_engine, philox4x32, philox4x64.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/detail/random/bases.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum {
namespace random {

/// C++26's engine of this name, usable in device code: a counter of n words of w bits goes through
/// r rounds of a keyed bijection, and the n words that come out are the next n numbers (J. Salmon,
/// M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). `consts`
/// alternates the multiplier and the key's increment of each half of the round. The state is the
/// counter, the key and the numbers of the last block of n numbers; discard(z) takes O(1).
template <class UIntType, std::size_t w, std::size_t n, std::size_t r, UIntType... consts>
class philox_engine : public detail::random_engine<philox_engine<UIntType, w, n, r, consts...>> {
  static_assert(std::is_unsigned_v<UIntType>, "thrum: the numbers of a random engine are unsigned");
  static_assert(w > 0 && w <= static_cast<std::size_t>(std::numeric_limits<UIntType>::digits) && w <= 64,
                "thrum: the numbers of a random engine fit in their type");
  static_assert(n == 2 || n == 4, "thrum: the counter of philox_engine has 2 or 4 words");
  static_assert(r > 0 && sizeof...(consts) == n,
                "thrum: philox_engine takes rounds, and as many constants as words");

 public:
  using result_type = UIntType;
  static constexpr std::size_t word_size = w;
  static constexpr std::size_t word_count = n;
  static constexpr std::size_t round_count = r;
  static constexpr result_type default_seed = 20111115;
  static constexpr std::array<result_type, n / 2> multipliers = [] {
    constexpr result_type all[] = {consts...};
    if constexpr (n == 2) return std::array<result_type, 1>{all[0]};
    else return std::array<result_type, 2>{all[0], all[2]};
  }();
  static constexpr std::array<result_type, n / 2> round_consts = [] {
    constexpr result_type all[] = {consts...};
    if constexpr (n == 2) return std::array<result_type, 1>{all[1]};
    else return std::array<result_type, 2>{all[1], all[3]};
  }();

 private:
  static constexpr result_type word = static_cast<result_type>(~std::uint64_t{0} >> (64 - w));

 public:
  static constexpr detail::engine_bound<result_type, 0> min{};
  static constexpr detail::engine_bound<result_type, word> max{};

  THRUM_HD constexpr philox_engine() { seed(); }
  THRUM_HD constexpr explicit philox_engine(result_type value) { seed(value); }
  template <detail::seed_sequence Sequence>
  THRUM_HD constexpr explicit philox_engine(Sequence& q) {
    seed(q);
  }

  /// Sets the first word of the key to value, and the other words of the key and the counter to 0.
  THRUM_HD constexpr void seed(result_type value = default_seed) {
    THRUM_UNROLL
    for (std::size_t k = 0; k < n / 2; ++k) key_[k] = 0;
    key_[0] = value & word;
    restart();
  }
  /// Takes the key from a seed sequence and sets the counter to 0.
  THRUM_EXEC_CHECK_DISABLE
  template <detail::seed_sequence Sequence>
  THRUM_HD constexpr void seed(Sequence& q) {
    constexpr std::size_t parts = (w + 31) / 32;
    std::uint_least32_t words[n / 2 * parts] = {};
    q.generate(words + 0, words + n / 2 * parts);
    THRUM_UNROLL
    for (std::size_t k = 0; k < n / 2; ++k) {
      std::uint64_t sum = 0;
      THRUM_UNROLL
      for (std::size_t j = 0; j < parts; ++j) sum |= std::uint64_t{words[k * parts + j]} << (32 * j);
      key_[k] = static_cast<result_type>(sum & word);
    }
    restart();
  }

  /// Sets the counter, whose most significant word comes first. The next number is the first of
  /// that counter's block.
  THRUM_HD constexpr void set_counter(result_type const (&counter)[n]) {
    THRUM_UNROLL
    for (std::size_t j = 0; j < n; ++j) counter_[j] = counter[n - 1 - j] & word;
    index_ = n - 1;
  }
  constexpr void set_counter(std::array<result_type, n> const& counter) {
    THRUM_UNROLL
    for (std::size_t j = 0; j < n; ++j) counter_[j] = counter[n - 1 - j] & word;
    index_ = n - 1;
  }

  [[gnu::always_inline]] THRUM_HD constexpr result_type operator()() {
    if (++index_ == n) {
      make_block();
      advance(1);
      index_ = 0;
    }
    return block_[index_];
  }

  /// Skips z numbers, as z calls do.
  THRUM_HD constexpr void discard(unsigned long long z) {
    unsigned long long const left = n - 1 - index_;
    if (z > left) {
      z -= left + 1;
      advance(z / n);
      make_block();
      advance(1);
      index_ = static_cast<std::uint32_t>(z % n);
    } else {
      index_ += static_cast<std::uint32_t>(z);
    }
  }

 private:
  /// Visits the key, the counter from its least significant word on, and the index of the last
  /// number in the block of numbers.
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    for (std::size_t k = 0; k < n / 2; ++k) visit(e.key_[k]...);
    for (std::size_t j = 0; j < n; ++j) visit(e.counter_[j]...);
    visit(e.index_...);
  }
  friend detail::random_state<philox_engine>;
  /// Completes the state after it was read: the last block of numbers is that of the counter before
  /// this one.
  THRUM_HD constexpr void complete_state() {
    for (std::size_t j = 0; j < n; ++j) counter_[j] = static_cast<result_type>(~counter_[j] & word);
    advance(1);
    for (std::size_t j = 0; j < n; ++j) counter_[j] = static_cast<result_type>(~counter_[j] & word);
    make_block();
    advance(1);
  }

  struct two_words {
    result_type high, low;
  };
  THRUM_HD static constexpr two_words product(result_type a, result_type b) {
    if constexpr (w <= 32) {
      std::uint64_t const p = std::uint64_t{a} * b;
      return {static_cast<result_type>(p >> w), static_cast<result_type>(p & word)};
    } else {
      detail::uint128 const p = detail::wide_product(a, b);
      return {static_cast<result_type>(p >> w), static_cast<result_type>(p & word)};
    }
  }

  THRUM_HD constexpr void restart() {
    THRUM_UNROLL
    for (std::size_t j = 0; j < n; ++j) counter_[j] = 0;
    index_ = n - 1;
  }

  /// Adds the number of blocks to the counter.
  THRUM_HD constexpr void advance(std::uint64_t blocks) {
    THRUM_UNROLL
    for (std::size_t j = 0; j < n; ++j) {
      if (blocks == 0) break;  // g++ without optimisation warns of this in the loop condition
      std::uint64_t const room = word - counter_[j];
      std::uint64_t const low = blocks & word;
      counter_[j] = static_cast<result_type>((counter_[j] + low) & word);
      blocks = (w == 64 ? 0 : blocks >> (w % 64)) + (low > room ? 1U : 0U);
    }
  }

  /// Computes the next block of numbers. The words are named one by one, so that they live in
  /// registers. The function is always inlined, as the calls above it are, so that compilers can
  /// vectorise a loop in which each element has an engine of its own.
  [[gnu::always_inline]] THRUM_HD constexpr void make_block() {
    constexpr result_type all[] = {consts...};
    if constexpr (n == 2) {
      result_type x0 = counter_[0], x1 = counter_[1], key = key_[0];
      THRUM_UNROLL
      for (std::size_t round = 0; round < r; ++round) {
        two_words const p = product(x0, all[0]);
        x0 = p.high ^ key ^ x1;
        x1 = p.low;
        key = (key + all[1]) & word;
      }
      block_[0] = x0;
      block_[1] = x1;
    } else {
      result_type x0 = counter_[0], x1 = counter_[1], x2 = counter_[2], x3 = counter_[3];
      result_type key0 = key_[0], key1 = key_[1];
      THRUM_UNROLL
      for (std::size_t round = 0; round < r; ++round) {
        two_words const p = product(x2, all[0]), q = product(x0, all[2]);
        x0 = p.high ^ key0 ^ x1;
        x1 = p.low;
        x2 = q.high ^ key1 ^ x3;
        x3 = q.low;
        key0 = (key0 + all[1]) & word;
        key1 = (key1 + all[3]) & word;
      }
      block_[0] = x0;
      block_[1] = x1;
      block_[2] = x2;
      block_[3] = x3;
    }
  }

  result_type key_[n / 2] = {};
  result_type counter_[n] = {};
  result_type block_[n] = {};
  std::uint32_t index_ = n - 1;
};

/// The standard's engines of these names; the 10000th numbers of default ones are 1955073260 and
/// 3409172418970261260. (Their words have exactly 32 and 64 bits, where the standard asks for at
/// least as many.)
using philox4x32 = philox_engine<std::uint32_t, 32, 4, 10, 0xCD9E8D57, 0x9E3779B9, 0xD2511F53, 0xBB67AE85>;
using philox4x64 = philox_engine<std::uint64_t, 64, 4, 10, 0xCA5A826395121157, 0x9E3779B97F4A7C15,
                                 0xD2E7470EE14C6C93, 0xBB67AE8584CAA73B>;

}  // namespace random

using random::philox4x32;
using random::philox4x64;
using random::philox_engine;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
