// exponential_distribution.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/rounded_arithmetic.h>
#include <thrum/numeric_limits.h>
#include <thrum/random/portable_uniform_real_distribution.h>

namespace thrum {
namespace random {
template <class RealType>
class exponential_distribution;
}

namespace detail {

/// param_type of exponential_distribution.
template <class RealType>
class exponential_param : public random_state<exponential_param<RealType>> {
 public:
  using distribution_type = random::exponential_distribution<RealType>;
  exponential_param() = default;
  THRUM_HD explicit exponential_param(RealType lambda) : lambda_(lambda) {}
  THRUM_HD RealType lambda() const { return lambda_; }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... P>
  THRUM_HD static constexpr void visit_state(Visit& visit, P&... parm) {
    visit(parm.lambda_...);
  }
  friend random_state<exponential_param>;

  RealType lambda_ = 1;
};

}  // namespace detail

namespace random {

/// A distribution of exponential numbers, float or double, of a rate lambda > 0. A number is
/// -log(u) / lambda, where u is strictly between 0 and 1 and is made of one random word, of 32 bits
/// for float and 64 for double. The number is never 0, and is at most 22.8 (float) and 45 (double)
/// times the mean.
///
/// The same engine gives the same bits on host and device and with every compiler, because the
/// logarithm is this library's own.
template <class RealType = double>
class exponential_distribution : public detail::random_distribution<exponential_distribution<RealType>, RealType,
                                                                    detail::exponential_param<RealType>> {
  static_assert(detail::is_random_real<RealType>, "thrum: exponential_distribution makes float or double");

  using base = typename exponential_distribution::random_distribution;

 public:
  using base::operator();
  using typename base::param_type;
  using typename base::result_type;

  exponential_distribution() = default;
  THRUM_HD explicit exponential_distribution(RealType lambda) : base(param_type(lambda)) {}
  THRUM_HD explicit exponential_distribution(param_type const& parm) : base(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    RealType const x = detail::minus_log_of_fraction<RealType>(detail::random_word_of<RealType>(g));
    return detail::rounded_quotient(x, parm.lambda());
  }

  THRUM_HD result_type lambda() const { return this->param_.lambda(); }
  /// The bounds of the distribution: from 0 to infinity.
  THRUM_HD result_type min() const { return 0; }
  THRUM_HD result_type max() const { return thrum::numeric_limits<RealType>::infinity(); }
};

}  // namespace random

using random::exponential_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
