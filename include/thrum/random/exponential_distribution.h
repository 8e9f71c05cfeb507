// exponential_distribution.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/random_engine.h>
#include <thrum/detail/rounded_arithmetic.h>
#include <thrum/random/uniform_real_distribution.h>
#include <limits>

namespace thrum {
namespace random {

/// Exponentially distributed numbers, float or double, of a rate lambda > 0. A number is -log(u) / lambda, where u is
/// strictly between 0 and 1 and made of one random word, of 32 bits for float and 64 for double; it is never 0, and reaches
/// 22.8 and 45 times the mean.
///
/// The same engine gives the same bits on host and device and with every compiler: the logarithm is this library's.
template <class RealType = double>
class exponential_distribution {
  static_assert(detail::is_random_real<RealType>, "thrum: exponential_distribution makes float or double");

 public:
  using result_type = RealType;
  class param_type {
   public:
    using distribution_type = exponential_distribution;
    param_type() = default;
    THRUM_HD explicit param_type(RealType lambda) : lambda_(lambda) {}
    THRUM_HD RealType lambda() const { return lambda_; }
    THRUM_HD friend bool operator==(param_type const& x, param_type const& y) { return x.lambda_ == y.lambda_; }

   private:
    RealType lambda_ = 1;
  };

  exponential_distribution() = default;
  THRUM_HD explicit exponential_distribution(RealType lambda) : param_(lambda) {}
  THRUM_HD explicit exponential_distribution(param_type const& parm) : param_(parm) {}
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
    RealType const x = detail::minus_log_of_fraction<RealType>(detail::random_word_of<RealType>(g));
    return detail::rounded_quotient(x, parm.lambda());
  }

  THRUM_HD result_type lambda() const { return param_.lambda(); }
  THRUM_HD param_type param() const { return param_; }
  THRUM_HD void param(param_type const& parm) { param_ = parm; }
  /// As of the distribution: from 0 to infinity.
  THRUM_HD result_type min() const { return 0; }
  THRUM_HD result_type max() const { return std::numeric_limits<RealType>::infinity(); }

  THRUM_HD friend bool operator==(exponential_distribution const& x, exponential_distribution const& y) {
    return x.param_ == y.param_;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os,
                                                   exponential_distribution const& d) {
    detail::state_writer(os).put(d.lambda());
    return os;
  }
  template <class C, class Traits>
  friend std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is,
                                                   exponential_distribution& d) {
    detail::state_reader in(is);
    RealType lambda{};
    in.get(lambda);
    if (in) d.param_ = param_type(lambda);
    return is;
  }

 private:
  param_type param_;
};

}  // namespace random

using random::exponential_distribution;

}  // namespace thrum
