// bernoulli_distribution.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/random/portable_uniform_real_distribution.h>

namespace thrum {
namespace random {
class bernoulli_distribution;
}

namespace detail {

/// param_type of bernoulli_distribution.
class bernoulli_param : public random_state<bernoulli_param> {
 public:
  using distribution_type = random::bernoulli_distribution;
  bernoulli_param() = default;
  THRUM_HD explicit bernoulli_param(double p) : p_(p) {}
  THRUM_HD double p() const { return p_; }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... P>
  THRUM_HD static constexpr void visit_state(Visit& visit, P&... parm) {
    visit(parm.p_...);
  }
  friend random_state<bernoulli_param>;

  double p_ = 0.5;
};

}  // namespace detail

namespace random {

/// A distribution of bool: true with probability p, 0 <= p <= 1 (rounded up to a multiple of
/// 2^-53), otherwise false. A value takes 64 random bits. The same engine gives the same values on
/// host and device and with every compiler.
class bernoulli_distribution
    : public detail::random_distribution<bernoulli_distribution, bool, detail::bernoulli_param> {
 public:
  using random_distribution::operator();

  bernoulli_distribution() = default;
  THRUM_HD explicit bernoulli_distribution(double p) : random_distribution(param_type(p)) {}
  THRUM_HD explicit bernoulli_distribution(param_type const& parm) : random_distribution(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    return detail::random_unit<double>(g) < parm.p();
  }

  THRUM_HD double p() const { return param_.p(); }
  THRUM_HD result_type min() const { return false; }
  THRUM_HD result_type max() const { return true; }
};

}  // namespace random

using random::bernoulli_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
