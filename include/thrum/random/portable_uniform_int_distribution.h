// portable_uniform_int_distribution.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/detail/random/bases.h>
#include <thrum/detail/random/word.h>
#include <thrum/pair.h>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum {
namespace detail {

/// Returns a number below `n`, or any word if n is 0, each as likely as any other: the high half of
/// a word times n. Words are drawn until the low half is among as many values for each number (D.
/// Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and
/// Computer Simulation 29, 2019).
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD std::uint32_t random_below_32(G& g, std::uint32_t n) {
  if (n == 0) return detail::random_word_32(g);
  std::uint64_t product = std::uint64_t{detail::random_word_32(g)} * n;
  if (static_cast<std::uint32_t>(product) < n) {
    std::uint32_t const surplus = (0U - n) % n;
    while (static_cast<std::uint32_t>(product) < surplus) {
      product = std::uint64_t{detail::random_word_32(g)} * n;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD std::uint64_t random_below_64(G& g, std::uint64_t n) {
  if (n == 0) return detail::random_word_64(g);
  uint128 product = detail::wide_product(detail::random_word_64(g), n);
  if (static_cast<std::uint64_t>(product) < n) {
    std::uint64_t const surplus = (std::uint64_t{0} - n) % n;
    while (static_cast<std::uint64_t>(product) < surplus) {
      product = detail::wide_product(detail::random_word_64(g), n);
    }
  }
  return detail::high_word(product);
}

}  // namespace detail

namespace random {

/// A distribution of the integers of [a, b], each as likely as any other, whatever the range of the
/// engine. a <= b; IntType has at most 64 bits. A number takes 32 random bits if there are at most
/// 2^32 integers, otherwise 64. It seldom takes more: with a probability below the share of the
/// integers in 2^32 or 2^64.
///
/// The same engine gives the same numbers on host and device and with every compiler.
template <class IntType = int>
class portable_uniform_int_distribution
    : public detail::random_distribution<portable_uniform_int_distribution<IntType>, IntType,
                                         pair<IntType, IntType>> {
  static_assert(std::is_integral_v<IntType> && sizeof(IntType) <= 8,
                "thrum: portable_uniform_int_distribution makes integers of at most 64 bits");

  using base = typename portable_uniform_int_distribution::random_distribution;

 public:
  using base::operator();
  using typename base::param_type;
  using typename base::result_type;

  THRUM_HD portable_uniform_int_distribution() : portable_uniform_int_distribution(0) {}
  THRUM_HD explicit portable_uniform_int_distribution(IntType a, IntType b = std::numeric_limits<IntType>::max())
      : base(param_type(a, b)) {}
  THRUM_HD explicit portable_uniform_int_distribution(param_type const& parm) : base(parm) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g, param_type const& parm) const {
    // Unsigned numbers of 64 bits wrap around; this also makes negative bounds right.
    auto const low = static_cast<std::uint64_t>(parm.first);
    std::uint64_t const range = static_cast<std::uint64_t>(parm.second) - low;
    std::uint64_t offset = 0;
    if (sizeof(IntType) <= 4 || range <= 0xFFFFFFFFU) {
      offset = detail::random_below_32(g, static_cast<std::uint32_t>(range + 1));
    } else {
      offset = detail::random_below_64(g, range + 1);
    }
    return static_cast<result_type>(low + offset);
  }

  THRUM_HD result_type a() const { return this->param_.first; }
  THRUM_HD result_type b() const { return this->param_.second; }
  THRUM_HD result_type min() const { return this->param_.first; }
  THRUM_HD result_type max() const { return this->param_.second; }
};

}  // namespace random

using random::portable_uniform_int_distribution;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
