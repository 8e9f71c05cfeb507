// portable_normal_distribution.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/rounded_arithmetic.h>
#include <thrum/numeric_limits.h>
#include <thrum/pair.h>
#include <thrum/random/portable_uniform_real_distribution.h>

namespace thrum {
namespace random {

/// A distribution of normal numbers, float or double, of a mean and a standard deviation > 0. A
/// number is the quantile of one random word, of 32 bits for float and 64 for double. It reaches
/// 6.3 (float) and 9.1 (double) standard deviations to both sides.
///
/// The same engine gives the same bits on host and device and with every compiler, because only
/// sums, products, quotients and roots are taken, in a fixed order and each rounded by itself.
template <class RealType = double>
class portable_normal_distribution : public detail::random_distribution<portable_normal_distribution<RealType>,
                                                                        RealType, pair<RealType, RealType>> {
  static_assert(detail::is_random_real<RealType>, "thrum: portable_normal_distribution makes float or double");

  using base = typename portable_normal_distribution::random_distribution;

 public:
  using base::operator();
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD portable_normal_distribution() : portable_normal_distribution(0) {}
  THRUM_HD explicit portable_normal_distribution(RealType mean, RealType stddev = 1)
      : base(param_type(mean, stddev)) {}
  THRUM_HD explicit portable_normal_distribution(param_type const& parm) : base(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    RealType const x = detail::normal_quantile<RealType>(detail::random_word_of<RealType>(g));
    return parm.first + detail::rounded_product(parm.second, x);
  }

  THRUM_HD result_type mean() const { return this->param_.first; }
  THRUM_HD result_type stddev() const { return this->param_.second; }
  /// The bounds of the distribution: from minus infinity to infinity.
  THRUM_HD result_type min() const { return -thrum::numeric_limits<RealType>::infinity(); }
  THRUM_HD result_type max() const { return thrum::numeric_limits<RealType>::infinity(); }
};

}  // namespace random

using random::portable_normal_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
