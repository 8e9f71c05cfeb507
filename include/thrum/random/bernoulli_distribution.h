// bernoulli_distribution.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/random_engine.h>
#include <thrum/random/uniform_real_distribution.h>

namespace thrum {
namespace random {

/// true with probability p, 0 <= p <= 1 (rounded up to a multiple of 2^-53), else false. A value takes 64 random bits. The
/// same engine gives the same values on host and device and with every compiler.
class bernoulli_distribution {
 public:
  using result_type = bool;
  class param_type {
   public:
    using distribution_type = bernoulli_distribution;
    param_type() = default;
    THRUM_HD explicit param_type(double p) : p_(p) {}
    THRUM_HD double p() const { return p_; }
    THRUM_HD friend bool operator==(param_type const& x, param_type const& y) { return x.p_ == y.p_; }

   private:
    double p_ = 0.5;
  };

  bernoulli_distribution() = default;
  THRUM_HD explicit bernoulli_distribution(double p) : param_(p) {}
  THRUM_HD explicit bernoulli_distribution(param_type const& parm) : param_(parm) {}
  /// Does nothing: the values are independent of those before.
  THRUM_HD void reset() {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) const {
    return (*this)(g, param_);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    return detail::random_unit<double>(g) < parm.p();
  }

  THRUM_HD double p() const { return param_.p(); }
  THRUM_HD param_type param() const { return param_; }
  THRUM_HD void param(param_type const& parm) { param_ = parm; }
  THRUM_HD result_type min() const { return false; }
  THRUM_HD result_type max() const { return true; }

  THRUM_HD friend bool operator==(bernoulli_distribution const& x, bernoulli_distribution const& y) {
    return x.param_ == y.param_;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os,
                                                   bernoulli_distribution const& d) {
    detail::state_writer(os).put(d.p());
    return os;
  }
  template <class C, class Traits>
  friend std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is, bernoulli_distribution& d) {
    detail::state_reader in(is);
    double p{};
    in.get(p);
    if (in) d.param_ = param_type(p);
    return is;
  }

 private:
  param_type param_;
};

}  // namespace random

using random::bernoulli_distribution;

}  // namespace thrum
