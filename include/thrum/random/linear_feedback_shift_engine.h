// linear_feedback_shift_engine.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum {
namespace random {

/// The engine of this name of Thrust and Boost: a Tausworthe generator of words of w bits by the
/// trinomial x^k + x^q + 1, with s steps of its register for each number. The register is the k
/// leading bits of the word. The state of the engine is one number.
template <class UIntType, std::size_t w, std::size_t k, std::size_t q, std::size_t s>
class linear_feedback_shift_engine
    : public detail::random_engine<linear_feedback_shift_engine<UIntType, w, k, q, s>> {
  static_assert(std::is_unsigned_v<UIntType>, "thrum: the numbers of a random engine are unsigned");
  static_assert(w > 0 && w <= static_cast<std::size_t>(std::numeric_limits<UIntType>::digits) && w <= 64 &&
                    k > 0 && k <= w && q > 0 && 2 * q < k && s > 0 && s <= k - q,
                "thrum: a shift register has 0 < 2 q < k <= w and 0 < s <= k - q");

 public:
  using result_type = UIntType;
  static constexpr std::size_t word_size = w;
  static constexpr std::size_t exponent1 = k;
  static constexpr std::size_t exponent2 = q;
  static constexpr std::size_t step_size = s;
  static constexpr result_type default_seed = 341;

 private:
  static constexpr result_type word = static_cast<result_type>(~std::uint64_t{0} >> (64 - w));
  static constexpr result_type in_register = static_cast<result_type>(word - (word >> (k - 1) >> 1));

 public:
  static constexpr detail::engine_bound<result_type, 0> min{};
  static constexpr detail::engine_bound<result_type, word> max{};

  THRUM_HD constexpr linear_feedback_shift_engine() { seed(); }
  /// Seeds the engine. If the seed's bits in the register are all 0, they would stay 0; the
  /// register then gets its least value that is not 0. Boost's engine does the same, while Thrust's
  /// makes zeros.
  THRUM_HD constexpr explicit linear_feedback_shift_engine(result_type value) { seed(value); }
  THRUM_HD constexpr void seed(result_type value = default_seed) {
    state_ = static_cast<result_type>(value & word);
    if ((state_ & in_register) == 0) state_ = static_cast<result_type>(state_ + (result_type{1} << (w - k)));
  }

  THRUM_HD constexpr result_type operator()() {
    result_type const fed_back = static_cast<result_type>((((state_ << q) ^ state_) & word) >> (k - s));
    state_ = static_cast<result_type>((((state_ & in_register) << s) & word) ^ fed_back);
    return state_;
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    visit(e.state_...);
  }
  friend detail::random_state<linear_feedback_shift_engine>;

  result_type state_ = default_seed;
};

}  // namespace random

using random::linear_feedback_shift_engine;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
