// subtract_with_carry_engine, ranlux24_base, ranlux48_base.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/random/linear_congruential_engine.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum {
namespace random {

/// The standard's engine of this name, usable in device code. A number is the number s calls
/// earlier, less the number r calls earlier, less the borrow of the last difference, modulo 2^w.
/// The state is r numbers and the borrow.
template <class UIntType, std::size_t w, std::size_t s, std::size_t r>
class subtract_with_carry_engine : public detail::random_engine<subtract_with_carry_engine<UIntType, w, s, r>> {
  static_assert(std::is_unsigned_v<UIntType>, "thrum: the numbers of a random engine are unsigned");
  static_assert(w > 0 && w <= static_cast<std::size_t>(std::numeric_limits<UIntType>::digits) && w <= 64,
                "thrum: the numbers of a random engine fit in their type");
  static_assert(0 < s && s < r, "thrum: the short lag is less than the long lag");

 public:
  using result_type = UIntType;
  static constexpr std::size_t word_size = w;
  static constexpr std::size_t short_lag = s;
  static constexpr std::size_t long_lag = r;
  static constexpr std::uint32_t default_seed = 19780503;

 private:
  static constexpr result_type word = static_cast<result_type>(~std::uint64_t{0} >> (64 - w));

 public:
  static constexpr detail::engine_bound<result_type, 0> min{};
  static constexpr detail::engine_bound<result_type, word> max{};

  THRUM_HD constexpr subtract_with_carry_engine() { seed(); }
  THRUM_HD constexpr explicit subtract_with_carry_engine(result_type value) { seed(value); }

  /// Makes the words of the state by a linear congruential engine; 0 stands for the default seed.
  THRUM_HD constexpr void seed(result_type value = default_seed) {
    constexpr std::uint32_t modulus = 2147483563;
    linear_congruential_engine<std::uint32_t, 40014, 0, modulus> words(
        value == 0 ? default_seed : static_cast<std::uint32_t>(value % modulus));
    for (result_type& x : x_) {
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < (w + 31) / 32; ++k) sum |= std::uint64_t{words()} << (32 * k);
      x = static_cast<result_type>(sum & word);
    }
    borrow_ = x_[r - 1] == 0;
    oldest_ = 0;
  }

  THRUM_HD constexpr result_type operator()() {
    std::size_t const back = oldest_ < s ? oldest_ + r - s : oldest_ - s;
    result_type const left = x_[back];
    // The subtrahend with the borrow may need one bit more than a number has.
    bool const borrow = borrow_ ? left <= x_[oldest_] : left < x_[oldest_];
    result_type const x = static_cast<result_type>((left - x_[oldest_] - (borrow_ ? 1U : 0U)) & word);
    borrow_ = borrow;
    x_[oldest_] = x;
    oldest_ = oldest_ + 1 == r ? 0 : oldest_ + 1;
    return x;
  }

 private:
  /// Visits the r numbers, from the oldest on, and the borrow.
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    for (std::size_t i = 0; i < r; ++i) visit(e.x_[e.from_oldest(i)]...);
    visit(e.borrow_...);
  }
  friend detail::random_state<subtract_with_carry_engine>;

  THRUM_HD constexpr std::size_t from_oldest(std::size_t i) const {
    return oldest_ + i < r ? oldest_ + i : oldest_ + i - r;
  }

  result_type x_[r] = {};
  std::size_t oldest_ = 0;
  bool borrow_ = false;
};

/// The engines that ranlux24 and ranlux48 discard from; the 10000th numbers of default ones are
/// 7937952 and 61839128582725. (Thrust seeds the words of 48 bits as a draft of the standard did,
/// so that its ranlux48 makes other numbers.)
using ranlux24_base = subtract_with_carry_engine<std::uint32_t, 24, 10, 24>;
using ranlux48_base = subtract_with_carry_engine<std::uint64_t, 48, 5, 12>;

}  // namespace random

using random::ranlux24_base;
using random::ranlux48_base;
using random::subtract_with_carry_engine;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
