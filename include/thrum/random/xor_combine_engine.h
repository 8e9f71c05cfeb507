// xor_combine_engine, taus88.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/word.h>
#include <thrum/random/linear_feedback_shift_engine.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace detail {

/// Returns the greatest (x << s1) ^ (y << s2) of x <= a and y <= b. The search goes bit by bit from
/// the top and keeps what is known of each number so far: whether it is still equal to its bound or
/// already less.
constexpr std::uint64_t greatest_xor(std::uint64_t a, std::size_t s1, std::uint64_t b, std::size_t s2) {
  struct operand {
    std::uint64_t bound;
    std::size_t shift;
    // Whether this bit may be `bit`, for a number that is equal to the bound so far, or less.
    constexpr bool admits(int place, bool bit, bool equal) const {
      if (!bit) return true;
      return place >= static_cast<int>(shift) && (!equal || (bound >> place & 1) != 0);
    }
    constexpr bool stays_equal(int place, bool bit, bool equal) const {
      return equal && bit == ((bound >> place & 1) != 0);
    }
  };
  operand const x{a << s1, s1}, y{b << s2, s2};
  std::uint64_t greatest = 0;
  bool possible[2][2] = {{false, false}, {false, true}};  // [x is equal][y is equal]
  for (int place = 63; place >= 0; --place) {
    bool next[2][2][2] = {};  // [bit of the result][x is equal][y is equal]
    for (int state = 0; state < 16; ++state) {
      bool const x_bit = state & 1, y_bit = state & 2, x_equal = state & 4, y_equal = state & 8;
      if (possible[x_equal][y_equal] && x.admits(place, x_bit, x_equal) && y.admits(place, y_bit, y_equal)) {
        next[x_bit != y_bit][x.stays_equal(place, x_bit, x_equal)][y.stays_equal(place, y_bit, y_equal)] = true;
      }
    }
    bool const one = next[1][0][0] || next[1][0][1] || next[1][1][0] || next[1][1][1];
    if (one) greatest |= std::uint64_t{1} << place;
    for (int i = 0; i < 4; ++i) possible[i / 2][i % 2] = next[one][i / 2][i % 2];
  }
  return greatest;
}

}  // namespace detail

namespace random {

/// Thrust's adaptor of this name: the exclusive or of the numbers of two engines, counted from 0
/// and shifted by s1 and s2 bits. min is 0; max is the greatest number that can result.
template <class Engine1, std::size_t s1, class Engine2, std::size_t s2 = 0>
class xor_combine_engine : public detail::random_engine<xor_combine_engine<Engine1, s1, Engine2, s2>> {
 public:
  using base1_type = Engine1;
  using base2_type = Engine2;
  using result_type =
      std::conditional_t<(sizeof(typename Engine2::result_type) > sizeof(typename Engine1::result_type)),
                         typename Engine2::result_type, typename Engine1::result_type>;
  static constexpr std::size_t shift1 = s1;
  static constexpr std::size_t shift2 = s2;
  static constexpr detail::engine_bound<result_type, 0> min{};
  static constexpr detail::engine_bound<result_type,
                                        static_cast<result_type>(detail::greatest_xor(
                                            detail::engine_max<Engine1>() - detail::engine_min<Engine1>(), s1,
                                            detail::engine_max<Engine2>() - detail::engine_min<Engine2>(), s2))>
      max{};

  xor_combine_engine() = default;
  THRUM_HD constexpr xor_combine_engine(base1_type const& base1, base2_type const& base2)
      : base1_(base1), base2_(base2) {}
  /// Seeds both engines with s.
  THRUM_HD constexpr explicit xor_combine_engine(result_type s) { seed(s); }
  THRUM_HD constexpr void seed() {
    base1_.seed();
    base2_.seed();
  }
  THRUM_HD constexpr void seed(result_type s) {
    base1_.seed(static_cast<typename Engine1::result_type>(s));
    base2_.seed(static_cast<typename Engine2::result_type>(s));
  }

  THRUM_HD constexpr result_type operator()() {
    auto const x = static_cast<result_type>(static_cast<result_type>(base1_() - Engine1::min()) << s1);
    auto const y = static_cast<result_type>(static_cast<result_type>(base2_() - Engine2::min()) << s2);
    return static_cast<result_type>(x ^ y);
  }

  /// Skips z numbers, as z calls do, by discards of the two engines.
  THRUM_HD constexpr void discard(unsigned long long z) {
    base1_.discard(z);
    base2_.discard(z);
  }

  THRUM_HD constexpr base1_type const& base1() const { return base1_; }
  THRUM_HD constexpr base2_type const& base2() const { return base2_; }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    visit(e.base1_...);
    visit(e.base2_...);
  }
  friend detail::random_state<xor_combine_engine>;

  base1_type base1_;
  base2_type base2_;
};

/// P. L'Ecuyer's combination of three shift registers ("Maximally equidistributed combined
/// Tausworthe generators", Mathematics of Computation 65, 1996). The 10000th number of a default
/// one is 3535848941.
using taus88 =
    xor_combine_engine<linear_feedback_shift_engine<std::uint32_t, 32, 31, 13, 12>, 0,
                       xor_combine_engine<linear_feedback_shift_engine<std::uint32_t, 32, 29, 2, 4>, 0,
                                          linear_feedback_shift_engine<std::uint32_t, 32, 28, 3, 17>, 0>,
                       0>;

}  // namespace random

using random::taus88;
using random::xor_combine_engine;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
