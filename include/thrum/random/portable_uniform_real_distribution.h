// portable_uniform_real_distribution.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/rounded_arithmetic.h>
#include <thrum/detail/random/word.h>
#include <thrum/pair.h>
#include <cstdint>
#include <type_traits>

namespace thrum {
namespace detail {

template <class R>
inline constexpr bool is_random_real = std::is_same_v<R, float> || std::is_same_v<R, double>;

/// Returns as many random bits as a word of the size of R has.
THRUM_EXEC_CHECK_DISABLE
template <class R, class G>
THRUM_HD word_of<R> random_word_of(G& g) {
  if constexpr (sizeof(R) == 4) return detail::random_word_32(g);
  else return detail::random_word_64(g);
}

/// Returns k / 2^24 for float or k / 2^53 for double with k = 0, 1, ...: each as likely as any
/// other, all below 1.
THRUM_EXEC_CHECK_DISABLE
template <class R, class G>
THRUM_HD R random_unit(G& g) {
  word_of<R> const bits = detail::random_word_of<R>(g);
  if constexpr (sizeof(R) == 4) return static_cast<R>(bits >> 8) * R(0x1p-24);
  else return static_cast<R>(bits >> 11) * R(0x1p-53);
}

/// Returns the greatest number below x. x is finite.
THRUM_HD inline float number_below(float x) {
  if (x == 0) return -__builtin_bit_cast(float, std::uint32_t{1});
  auto const bits = __builtin_bit_cast(std::uint32_t, x);
  return __builtin_bit_cast(float, x > 0 ? bits - 1 : bits + 1);
}
THRUM_HD inline double number_below(double x) {
  if (x == 0) return -__builtin_bit_cast(double, std::uint64_t{1});
  auto const bits = __builtin_bit_cast(std::uint64_t, x);
  return __builtin_bit_cast(double, x > 0 ? bits - 1 : bits + 1);
}

}  // namespace detail

namespace random {

/// A distribution of the numbers of [a, b), float or double. a <= b, and b - a is finite.
///
/// A number is a + u (b - a), where the product and the sum are each rounded by itself; u is k /
/// 2^24 for float and k / 2^53 for double, and all these k from 0 on are equally likely. A number
/// that rounds up to b becomes the number before b, so that b never occurs (unless a = b: then all
/// numbers are a). A number takes 32 random bits for float and 64 for double.
///
/// The same engine gives the same bits on host and device and with every compiler.
template <class RealType = double>
class portable_uniform_real_distribution
    : public detail::random_distribution<portable_uniform_real_distribution<RealType>, RealType,
                                         pair<RealType, RealType>> {
  static_assert(detail::is_random_real<RealType>,
                "thrum: portable_uniform_real_distribution makes float or double");

  using base = typename portable_uniform_real_distribution::random_distribution;

 public:
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD portable_uniform_real_distribution() : portable_uniform_real_distribution(0) {}
  // The order of a and b is not known at compile time: see rounded_product.
  THRUM_HD explicit portable_uniform_real_distribution(RealType a, RealType b = 1)
      : base(param_type(detail::unforeseen(a), detail::unforeseen(b))) {}
  THRUM_HD explicit portable_uniform_real_distribution(param_type const& parm)
      : portable_uniform_real_distribution(parm.first, parm.second) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) const {
    RealType const u = detail::random_unit<RealType>(g);
    return number(this->param_, detail::rounded_product(u, this->param_.second - this->param_.first,
                                                        this->param_.second < this->param_.first));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    RealType const u = detail::random_unit<RealType>(g);
    return number(parm, detail::rounded_product(u, parm.second - parm.first));
  }

  THRUM_HD result_type a() const { return this->param_.first; }
  THRUM_HD result_type b() const { return this->param_.second; }
  THRUM_HD result_type min() const { return this->param_.first; }
  THRUM_HD result_type max() const { return this->param_.second; }

 private:
  THRUM_HD static RealType number(param_type const& parm, RealType offset) {
    RealType const a = parm.first, b = parm.second, x = a + offset;
    if (x < b) return x;
    return a < b ? detail::number_below(b) : a;
  }
};

}  // namespace random

using random::portable_uniform_real_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
