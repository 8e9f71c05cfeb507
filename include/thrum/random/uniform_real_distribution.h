// uniform_real_distribution, with Thrust's numbers.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/word.h>
#include <thrum/pair.h>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace detail {

/// Returns one number of an engine, scaled to lie between a and b as in Thrust: its distance from
/// the engine's least number, divided by one more than the greatest distance, in RealType.
THRUM_EXEC_CHECK_DISABLE
template <class RealType, class G>
THRUM_HD RealType scaled_number(G& g, RealType a, RealType b) {
  using engine = std::remove_cvref_t<G>;
  constexpr std::uint64_t low = detail::engine_min<engine>();
  constexpr RealType values = RealType(1) + static_cast<RealType>(detail::engine_max<engine>() - low);
  RealType const unit = static_cast<RealType>(static_cast<std::uint64_t>(g()) - low) / values;
  return unit * (b - a) + a;
}

}  // namespace detail

namespace random {

/// A distribution of the numbers of [a, b), of a floating-point type: the numbers that Thrust makes
/// of the same engine. a <= b, and b - a is finite.
///
/// A number takes one number of the engine, and has no more values than the engine: with
/// minstd_rand 2^31, for double too. If RealType has fewer digits than the engine's numbers, a
/// number may round up to b: float with taus88 does so once in 2^25. The compiler chooses whether
/// the product and the sum are fused. portable_uniform_real_distribution has none of these limits.
template <class RealType = double>
class uniform_real_distribution
    : public detail::random_distribution<uniform_real_distribution<RealType>, RealType, pair<RealType, RealType>> {
  static_assert(std::is_floating_point_v<RealType>,
                "thrum: uniform_real_distribution makes floating-point numbers");

  using base = typename uniform_real_distribution::random_distribution;

 public:
  using base::operator();
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD explicit uniform_real_distribution(RealType a = 0, RealType b = 1) : base(param_type(a, b)) {}
  THRUM_HD explicit uniform_real_distribution(param_type const& parm) : base(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    return detail::scaled_number(g, parm.first, parm.second);
  }

  THRUM_HD result_type a() const { return this->param_.first; }
  THRUM_HD result_type b() const { return this->param_.second; }
  THRUM_HD result_type min() const { return this->param_.first; }
  THRUM_HD result_type max() const { return this->param_.second; }
};

}  // namespace random

using random::uniform_real_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
