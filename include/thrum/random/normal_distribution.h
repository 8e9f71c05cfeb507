// normal_distribution.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/normal_quantile.h>
#include <thrum/detail/random_engine.h>
#include <thrum/detail/rounded_arithmetic.h>
#include <thrum/pair.h>
#include <thrum/random/uniform_real_distribution.h>
#include <limits>

namespace thrum {
namespace random {

/// Normally distributed numbers, float or double, of a mean and a standard deviation > 0. A number is the quantile of one
/// random word, of 32 bits for float and 64 for double, which reaches 6.3 and 9.1 standard deviations to both sides.
///
/// The same engine gives the same bits on host and device and with every compiler, for only sums, products, quotients and
/// roots are taken, in a fixed order and each rounded by itself.
template <class RealType = double>
class normal_distribution {
  static_assert(detail::is_random_real<RealType>, "thrum: normal_distribution makes float or double");

 public:
  using result_type = RealType;
  using param_type = pair<RealType, RealType>;

  THRUM_HD normal_distribution() : normal_distribution(0) {}
  THRUM_HD explicit normal_distribution(RealType mean, RealType stddev = 1) : param_(mean, stddev) {}
  THRUM_HD explicit normal_distribution(param_type const& parm) : param_(parm) {}
  /// Does nothing: the numbers are independent of those before.
  THRUM_HD void reset() {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) const {
    return (*this)(g, param_);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    RealType const x = detail::normal_quantile<RealType>(detail::random_word_of<RealType>(g));
    return parm.first + detail::rounded_product(parm.second, x);
  }

  THRUM_HD result_type mean() const { return param_.first; }
  THRUM_HD result_type stddev() const { return param_.second; }
  THRUM_HD param_type param() const { return param_; }
  THRUM_HD void param(param_type const& parm) { param_ = parm; }
  /// As of the distribution: from minus infinity to infinity.
  THRUM_HD result_type min() const { return -std::numeric_limits<RealType>::infinity(); }
  THRUM_HD result_type max() const { return std::numeric_limits<RealType>::infinity(); }

  THRUM_HD friend bool operator==(normal_distribution const& x, normal_distribution const& y) {
    return x.param_ == y.param_;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os,
                                                   normal_distribution const& d) {
    return detail::write_param(os, d.param_);
  }
  template <class C, class Traits>
  friend std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is, normal_distribution& d) {
    return detail::read_param(is, d.param_);
  }

 private:
  param_type param_;
};

}  // namespace random

using random::normal_distribution;

}  // namespace thrum
