// normal_distribution, with Thrust's numbers.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/word.h>
#include <thrum/numeric_limits.h>
#include <thrum/pair.h>
#include <thrum/random/uniform_real_distribution.h>
#include <cmath>
#include <type_traits>

namespace thrum {
namespace detail {

/// Makes normal numbers, two from two uniform numbers (Box and Muller: A Note on the Generation of
/// Random Normal Deviates, 1958).
template <class R>
class box_muller {
 public:
  THRUM_HD void reset() { has_second_ = false; }

  THRUM_EXEC_CHECK_DISABLE
  template <class G>
  THRUM_HD R operator()(G& g, R mean, R stddev) {
    has_second_ = !has_second_;
    if (has_second_) {
      turn_ = detail::scaled_number(g, R(0), R(1));
      radius_ = std::sqrt(-R(2) * std::log(R(1) - detail::scaled_number(g, R(0), R(1))));
    }
    R const angle = R(2) * R(3.14159265358979323846) * turn_;
    return mean + stddev * (radius_ * (has_second_ ? std::cos(angle) : std::sin(angle)));
  }

 private:
  R turn_{}, radius_{};
  bool has_second_ = false;
};

#if defined(__CUDACC__)
/// Makes normal numbers, each the quantile of one number of the engine, by CUDA's inverse of the
/// complementary error function.
template <class R>
class inverted_error_function {
 public:
  THRUM_HD void reset() {}

  THRUM_EXEC_CHECK_DISABLE
  template <class G>
  THRUM_HD R operator()(G& g, R mean, R stddev) {
    using engine = std::remove_cvref_t<G>;
    using number = typename engine::result_type;
    constexpr auto low = static_cast<number>(detail::engine_min<engine>());
    constexpr auto range = static_cast<number>(detail::engine_max<engine>() - detail::engine_min<engine>());
    constexpr R step = static_cast<R>(1. / static_cast<double>(range));
    R root = static_cast<R>(-1.4142135623730950488016887242097);
    auto k = static_cast<number>(g() - low);
    if (k > range / 2) {  // the other side of the mean
      k = static_cast<number>(range - k);
      root = -root;
    }
    R const share = static_cast<R>(k) * step + step / 2;
    return mean + stddev * root * erfcinv(2 * share);
  }
};
/// The method that Thrust chooses under nvcc, on host and device. It is part of the type, so that
/// files of other compilers do not link with it.
template <class R>
using normal_numbers = inverted_error_function<R>;
#else
template <class R>
using normal_numbers = box_muller<R>;
#endif

}  // namespace detail

namespace random {

/// A distribution of normal numbers of a mean and a standard deviation > 0: the numbers that Thrust
/// makes of the same engine, up to the last bits of the functions of the C library. As in Thrust,
/// the numbers under nvcc differ from those under the host compilers: under nvcc each number is
/// made of one number of the engine; under host compilers two numbers are made of two, and reset()
/// forgets a second number that is left. portable_normal_distribution makes the same bits
/// everywhere.
template <class RealType = double, class Numbers = detail::normal_numbers<RealType>>
class normal_distribution : public detail::random_distribution<normal_distribution<RealType, Numbers>, RealType,
                                                               pair<RealType, RealType>> {
  static_assert(std::is_floating_point_v<RealType>, "thrum: normal_distribution makes floating-point numbers");

  using base = typename normal_distribution::random_distribution;

 public:
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD explicit normal_distribution(RealType mean = 0, RealType stddev = 1) : base(param_type(mean, stddev)) {}
  THRUM_HD explicit normal_distribution(param_type const& parm) : base(parm) {}

  THRUM_HD void reset() { numbers_.reset(); }

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) {
    return (*this)(g, this->param_);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) {
    return numbers_(g, parm.first, parm.second);
  }

  THRUM_HD param_type param() const { return this->param_; }
  THRUM_HD void param(param_type const& parm) { this->param_ = parm; }
  THRUM_HD result_type mean() const { return this->param_.first; }
  THRUM_HD result_type stddev() const { return this->param_.second; }
  THRUM_HD result_type min() const { return thrum::numeric_limits<RealType>::lowest(); }
  THRUM_HD result_type max() const { return (thrum::numeric_limits<RealType>::max)(); }

 private:
  Numbers numbers_;
};

}  // namespace random

using random::normal_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
