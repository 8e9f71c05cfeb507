// uniform_int_distribution, with Thrust's numbers.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/pair.h>
#include <thrum/random/uniform_real_distribution.h>
#include <limits>
#include <type_traits>

namespace thrum {
namespace random {

/// A distribution of the integers of [a, b]: the integers that Thrust makes of the same engine. a
/// <= b; IntType has at most 64 bits.
///
/// An integer is a double of [a, b + 1) without its fraction, and takes one number of the engine.
/// So if a is negative and b is not, 0 is as likely as two other integers together, and a almost
/// never occurs. Integers beyond 2^53 are not all reached, nor are all integers of a range that is
/// larger than the engine's. portable_uniform_int_distribution makes all of them, each as likely as
/// any other.
template <class IntType = int>
class uniform_int_distribution
    : public detail::random_distribution<uniform_int_distribution<IntType>, IntType, pair<IntType, IntType>> {
  static_assert(std::is_integral_v<IntType> && sizeof(IntType) <= 8,
                "thrum: uniform_int_distribution makes integers of at most 64 bits");

  using base = typename uniform_int_distribution::random_distribution;

 public:
  using base::operator();
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD explicit uniform_int_distribution(IntType a = 0, IntType b = std::numeric_limits<IntType>::max())
      : base(param_type(a, b)) {}
  THRUM_HD explicit uniform_int_distribution(param_type const& parm) : base(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    auto const end = static_cast<double>(parm.second) + 1;
    double const x = detail::scaled_number(g, static_cast<double>(parm.first), end);
    return x < end ? static_cast<result_type>(x) : parm.second;  // end may not fit into IntType
  }

  THRUM_HD result_type a() const { return this->param_.first; }
  THRUM_HD result_type b() const { return this->param_.second; }
  THRUM_HD result_type min() const { return this->param_.first; }
  THRUM_HD result_type max() const { return this->param_.second; }
};

}  // namespace random

using random::uniform_int_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
