// math::exp, sin, cos and tanh: their errors over all sizes of numbers, and their bits, which are the
// same under every policy, those of exp for every compiler's flags too.
#include <thrum/math.h>
#include <thrum/transform.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>
#include "policies.h"

namespace {

struct math_exp {
  template <class R>
  THRUM_HD R operator()(R x) const {
    return thrum::math::exp(x);
  }
  template <class R>
  static R standard(R x) {
    return std::exp(x);
  }
};
/// The exponential of duals in a program for wide vectors.
struct fused_exp {
  template <class R>
  THRUM_HD R operator()(R x) const {
    return thrum::detail::exponential<thrum::detail::fused_sums>(x);
  }
  template <class R>
  static R standard(R x) {
    return std::exp(x);
  }
};
struct math_sin {
  template <class R>
  THRUM_HD R operator()(R x) const {
    return thrum::math::sin(x);
  }
  template <class R>
  static R standard(R x) {
    return std::sin(x);
  }
};
struct math_cos {
  template <class R>
  THRUM_HD R operator()(R x) const {
    return thrum::math::cos(x);
  }
  template <class R>
  static R standard(R x) {
    return std::cos(x);
  }
};
struct math_tanh {
  template <class R>
  THRUM_HD R operator()(R x) const {
    return thrum::math::tanh(x);
  }
  template <class R>
  static R standard(R x) {
    return std::tanh(x);
  }
};
/// Returns one of two checksums, by whether the program is compiled for a processor that fuses sums of
/// products.
std::uint64_t one_of(std::uint64_t rounded, std::uint64_t fused) {
  return thrum::detail::has_fused_sums ? fused : rounded;
}
template <class R>
using bits = std::conditional_t<sizeof(R) == 4, std::uint32_t, std::uint64_t>;
template <class R>
using wider = std::conditional_t<sizeof(R) == 4, double, long double>;

/// Returns special numbers, numbers whose bits are spread evenly over all, and as many around 1.
template <class R>
std::vector<R> numbers_of_all_sizes(int n) {
  using limits = std::numeric_limits<R>;
  std::vector<R> x{0,
                   R(-0.0),
                   1,
                   -1,
                   limits::infinity(),
                   -limits::infinity(),
                   limits::quiet_NaN(),
                   -limits::quiet_NaN(),
                   limits::min(),
                   limits::max(),
                   limits::lowest(),
                   limits::denorm_min(),
                   -limits::denorm_min(),
                   std::nextafter(limits::min(), R(0))};
  constexpr auto step = static_cast<bits<R>>(0x9e3779b97f4a7c15 >> (sizeof(R) == 4 ? 32 : 0));
  for (int i = 0; i < n; ++i) {
    x.push_back(__builtin_bit_cast(R, static_cast<bits<R>>(step * static_cast<bits<R>>(i))));
    x.push_back(std::ldexp(static_cast<R>(i - n / 2), 12 - static_cast<int>(std::log2(n))));
  }
  return x;
}

/// Returns the distance of a result from the true value, in units of the last place of a number of
/// that size.
template <class R>
double units_off(R result, wider<R> value) {
  using limits = std::numeric_limits<R>;
  auto const nearest = static_cast<R>(value);
  if (std::isnan(value)) return std::isnan(result) ? 0 : limits::infinity();
  if (std::isinf(nearest) || std::isinf(result)) return result == nearest ? 0 : limits::infinity();
  int exponent = 0;
  std::frexp(nearest, &exponent);
  if (exponent < limits::min_exponent) exponent = limits::min_exponent;
  wider<R> const unit = std::ldexp(wider<R>(1), exponent - limits::digits);
  return static_cast<double>(std::abs(static_cast<wider<R>>(result) - value) / unit);
}

template <class S, class R, class F>
void check(F f, int n, double most, std::uint64_t expected_sum) {
  std::vector<R> const x = numbers_of_all_sizes<R>(n);
  typename S::template vector<R> const in(x.begin(), x.end());
  typename S::template vector<R> out(x.size());
  S::run(thrum::transform, in.begin(), in.end(), out.begin(), f);
  std::vector<R> const results(out.begin(), out.end());
  double worst = 0;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const off = units_off(results[i], F::standard(static_cast<wider<R>>(x[i])));
    if (off > worst) worst = off;
    if (!std::isnan(results[i])) sum = sum * 31 + __builtin_bit_cast(bits<R>, results[i]);
  }
  CHECK(worst < most);
  CHECK(sum == expected_sum);
}

}  // namespace

TEST_CASE_TEMPLATE("exp of numbers of all sizes, within a unit of the last place", S, ALL_SYSTEMS) {
  check<S, float>(math_exp{}, 20000, 0.95, 3812648873694223956U);
  check<S, double>(math_exp{}, 20000, 0.95, 17385735911239222899U);
}

TEST_CASE("exp of a million numbers, in vectors") {
  check<with_seq, float>(math_exp{}, 1 << 20, 0.95, 16233214854400922608U);
  check<with_seq, double>(math_exp{}, 1 << 20, 0.95, 3064318935609340727U);
}

TEST_CASE("exp of duals, within a unit of the last place") {
  check<with_seq, float>(fused_exp{}, 20000, 0.95, one_of(3812648873694223956U, 12044003083612710837U));
  check<with_seq, double>(fused_exp{}, 20000, 0.95, one_of(17385735911239222899U, 5021661071114414702U));
}

TEST_CASE_TEMPLATE("sin and cos of numbers of all sizes, within a unit of the last place", S, ALL_SYSTEMS) {
  check<S, float>(math_sin{}, 20000, 0.51, 11514054043124153654U);
  check<S, double>(math_sin{}, 20000, 0.9, one_of(17287865642332380385U, 18093377820631533751U));
  check<S, float>(math_cos{}, 20000, 0.51, 14200379364524636272U);
  check<S, double>(math_cos{}, 20000, 0.9, one_of(12198812568215626290U, 7349671066823023190U));
}

TEST_CASE("sin and cos of a million numbers, in vectors") {
  check<with_seq, float>(math_sin{}, 1 << 20, 0.51, 12002354162869959719U);
  check<with_seq, double>(math_sin{}, 1 << 20, 0.9, one_of(15245680449691476873U, 7323487398350851954U));
  check<with_seq, float>(math_cos{}, 1 << 20, 0.51, 8020263333849952590U);
  check<with_seq, double>(math_cos{}, 1 << 20, 0.9, one_of(346814028479311971U, 1001871008891943356U));
}

TEST_CASE("sin and cos near their zeros, where most digits cancel") {
  double worst = 0;
  for (int exponent = 0; exponent < 30; ++exponent) {
    for (double k = 1; k < 64; k += 2) {
      double const x = std::ldexp(k, exponent) * 1.57079632679489661923;
      for (double const near : {x, std::nextafter(x, 0.0), std::nextafter(x, 1e300)}) {
        auto const [sine, cosine] = thrum::math::sincos(near);
        worst = std::fmax(worst, units_off(sine, std::sin(static_cast<long double>(near))));
        worst = std::fmax(worst, units_off(cosine, std::cos(static_cast<long double>(near))));
        CHECK(sine == thrum::math::sin(near));
        CHECK(cosine == thrum::math::cos(near));
      }
    }
  }
  CHECK(worst < 0.9);
  // Of all doubles this one is nearest to a multiple of pi / 2.
  CHECK(thrum::math::cos(std::ldexp(6381956970095103.0, 797)) == -4.6871659242546276e-19);
  CHECK(std::signbit(thrum::math::sin(-0.0)));
  CHECK(thrum::math::sin(1e-310) == 1e-310);
}

TEST_CASE_TEMPLATE("tanh of numbers of all sizes, within a unit of the last place", S, ALL_SYSTEMS) {
  check<S, float>(math_tanh{}, 20000, 1, one_of(7898292248942705112U, 17445381880134407865U));
  check<S, double>(math_tanh{}, 20000, 1, one_of(2163130708265960460U, 2163130708265960460U));
}

TEST_CASE("tanh of 65,536 numbers, in vectors") {
  check<with_seq, float>(math_tanh{}, 1 << 16, 1, one_of(14987181529095966237U, 15648664598548467964U));
  check<with_seq, double>(math_tanh{}, 1 << 16, 1, one_of(17765626936902680618U, 9066336782180255114U));
}
