// The common base of random distributions.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/state.h>

namespace thrum::detail {

/// The base of a distribution D of values of type Result. D has the formula:
///
///   template <class Engine>
///   THRUM_HD result_type operator()(Engine& g, param_type const& parm) const
///
/// Param is a pair, or a class of one parameter that is also a random_state.
template <class D, class Result, class Param>
class random_distribution : public random_state<D> {
 public:
  using result_type = Result;
  using param_type = Param;

  random_distribution() = default;
  THRUM_HD explicit random_distribution(param_type const& parm) : param_(parm) {}

  /// Does nothing: each value is independent of earlier ones.
  THRUM_HD void reset() {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) const {
    return static_cast<D const&>(*this)(g, param_);
  }

  THRUM_HD param_type param() const { return param_; }
  THRUM_HD void param(param_type const& parm) { static_cast<D&>(*this) = D(parm); }

 protected:
  param_type param_;

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... T>
  THRUM_HD static constexpr void visit_state(Visit& visit, T&... d) {
    if constexpr (requires(param_type parm) { parm.first; }) {
      visit(d.param_.first...);
      visit(d.param_.second...);
    } else {
      visit(d.param_...);
    }
  }
  friend random_state<D>;
};

}  // namespace thrum::detail
