// linear_congruential_engine, minstd_rand0, minstd_rand.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/detail/random/bases.h>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace random {

/// The standard's engine of this name, usable in device code: x = (a x + c) mod m; m = 0 stands for
/// 2^w, where w is the number of bits of UIntType. Its state is one number. min and max are those
/// of the standard, as functions and as numbers. discard(z) takes O(log z).
template <class UIntType, UIntType a, UIntType c, UIntType m>
class linear_congruential_engine : public detail::random_engine<linear_congruential_engine<UIntType, a, c, m>> {
  static_assert(std::is_unsigned_v<UIntType>, "thrum: the numbers of a random engine are unsigned");
  static_assert(m == 0 || (a < m && c < m), "thrum: the multiplier and the increment are less than the modulus");

 public:
  using result_type = UIntType;
  static constexpr result_type multiplier = a;
  static constexpr result_type increment = c;
  static constexpr result_type modulus = m;
  static constexpr result_type default_seed = 1;
  static constexpr detail::engine_bound<result_type, c == 0 ? 1 : 0> min{};
  static constexpr detail::engine_bound<result_type, static_cast<result_type>(m - 1)> max{};

  THRUM_HD constexpr linear_congruential_engine() { seed(); }
  /// Sets the state to s mod m, or to 1 if s mod m is 0 and the state would stay 0.
  THRUM_HD constexpr explicit linear_congruential_engine(result_type s) { seed(s); }
  THRUM_HD constexpr void seed(result_type s = default_seed) {
    state_ = m == 0 ? s : static_cast<result_type>(s % (m == 0 ? 1 : m));
    if (c == 0 && state_ == 0) state_ = 1;
  }

  THRUM_HD constexpr result_type operator()() { return state_ = next(a, state_, c); }

  /// Skips z numbers, as z calls do: the map x -> a x + c is squared for each bit of z.
  THRUM_HD constexpr void discard(unsigned long long z) {
    for (result_type factor = a, term = c; z != 0; z >>= 1) {
      if (z & 1) state_ = next(factor, state_, term);
      term = next(factor, term, term);
      factor = next(factor, factor, 0);
    }
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    visit(e.state_...);
  }
  friend detail::random_state<linear_congruential_engine>;

  /// Returns (factor x + term) mod m.
  THRUM_HD static constexpr result_type next(result_type factor, result_type x, result_type term) {
    if constexpr (m == 0) {
      return static_cast<result_type>(std::uint64_t{factor} * x + term);
    } else if constexpr (m - 1 <= 0xFFFFFFFFU) {
      return static_cast<result_type>((std::uint64_t{factor} * x + term) % m);
    } else {
      return static_cast<result_type>((detail::wide_product(factor, x) + term) % m);
    }
  }

  result_type state_ = 1;
};

/// The standard's minimal generators; the 10000th numbers of default ones are 1043618065 and
/// 399268537.
using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;

}  // namespace random

using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
