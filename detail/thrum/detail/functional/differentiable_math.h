// The functions of <cmath> for types whose values carry derivatives, dual and var, each written
// once, as its value and its slopes.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/differentiable.h>
#include <thrum/math.h>
#include <cmath>
#include <concepts>
#include <numbers>
#include <type_traits>

namespace thrum {
namespace detail {

template <class T>
concept number_of_math = std::is_same_v<T, float> || std::is_same_v<T, double>;

/// Whether the exponentials, sines, cosines and tangents of numbers are those of math.h, of which
/// compilers make vectors. It pays where vectors have four doubles; in less those of the C library
/// are faster. The functions are inlined however long they are: a call keeps a loop from vectors.
#if defined(__AVX2__) && defined(__FMA__) && !defined(__CUDA_ARCH__)
inline constexpr bool has_wide_vectors = true;
#define THRUM_INLINED_MATH [[gnu::always_inline]] inline
#else
inline constexpr bool has_wide_vectors = false;
#define THRUM_INLINED_MATH
#endif
template <class T>
THRUM_INLINED_MATH THRUM_HD T exp_of(T const& x) {
  using std::exp;
  if constexpr (has_wide_vectors && number_of_math<T>) return detail::exponential<fused_sums>(x);
  else return exp(x);
}
template <class T>
THRUM_INLINED_MATH THRUM_HD T tanh_of(T const& x) {
  using std::tanh;
  if constexpr (has_wide_vectors && number_of_math<T>) return math::tanh(x);
  else return tanh(x);
}
/// Returns the sine and the cosine of x, each of which is the slope of the other one.
template <class T>
THRUM_INLINED_MATH THRUM_HD sine_and_cosine<T> sincos_of(T const& x) {
  using std::sin, std::cos;
  if constexpr (has_wide_vectors && number_of_math<T>) {
    return math::sincos(x);
  } else if constexpr (differentiable<T>) {
    auto const of_value = detail::sincos_of(x.value());
    return {chain_rule<T>::of(of_value.sin, x, of_value.cos), chain_rule<T>::of(of_value.cos, x, -of_value.sin)};
  } else {
    return {sin(x), cos(x)};
  }
}

}  // namespace detail

// ---- Exponentials, powers ------------------------------------------------------------------

template <detail::differentiable X>
THRUM_INLINED_MATH THRUM_HD X exp(X const& x) {
  auto const value = detail::exp_of(x.value());
  return detail::chain<X>(value, x, value);
}
template <detail::differentiable X>
THRUM_HD X exp2(X const& x) {
  using std::exp2;
  constexpr auto factor = std::numbers::ln2_v<detail::scalar_t<X>>;
  auto const value = exp2(x.value());
  return detail::chain<X>(value, x, value * factor);
}
template <detail::differentiable X>
THRUM_HD X expm1(X const& x) {
  using std::expm1;
  return detail::chain<X>(expm1(x.value()), x, detail::exp_of(x.value()));
}
template <detail::differentiable X>
THRUM_HD X log(X const& x) {
  using std::log;
  return detail::chain<X>(log(x.value()), x, 1 / x.value());
}
template <detail::differentiable X>
THRUM_HD X log2(X const& x) {
  using std::log2;
  constexpr auto factor = std::numbers::log2e_v<detail::scalar_t<X>>;
  return detail::chain<X>(log2(x.value()), x, factor / x.value());
}
template <detail::differentiable X>
THRUM_HD X log10(X const& x) {
  using std::log10;
  constexpr auto factor = std::numbers::log10e_v<detail::scalar_t<X>>;
  return detail::chain<X>(log10(x.value()), x, factor / x.value());
}
template <detail::differentiable X>
THRUM_HD X log1p(X const& x) {
  using std::log1p;
  return detail::chain<X>(log1p(x.value()), x, 1 / (1 + x.value()));
}
template <detail::differentiable X>
THRUM_HD X sqrt(X const& x) {
  using std::sqrt;
  auto const value = sqrt(x.value());
  return detail::chain<X>(value, x, 1 / (2 * value));
}
template <detail::differentiable X>
THRUM_HD X cbrt(X const& x) {
  using std::cbrt;
  auto const value = cbrt(x.value());
  return detail::chain<X>(value, x, 1 / (3 * value * value));
}
/// Returns the distance of (a, b) from 0. At 0 the derivative is 0, as that of abs.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X hypot(A const& a, B const& b) {
  using std::hypot;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const value = hypot(x, y);
  if (value == 0) return X(value);
  return detail::chain<X>(value, a, x / value, b, y / value);
}
/// Returns a to the power of b. Where a is negative, there is no derivative by b: NaN if b has one.
/// Where a is 0, the derivative by b is 0.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X pow(A const& a, B const& b) {
  using std::pow, std::log;
  using value_type = typename detail::chain_rule<X>::value_type;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const value = pow(x, y);
  value_type by_base(0), by_exponent(0);
  if constexpr (std::is_same_v<A, X>) {
    if (!(x == 0 && y == 0)) by_base = y * pow(x, y - 1);
  }
  if constexpr (std::is_same_v<B, X>) {
    if (!(x == 0)) by_exponent = value * log(x);
  }
  return detail::chain<X>(value, a, by_base, b, detail::slope_of_few<value_type>{by_exponent});
}

// ---- Trigonometric and hyperbolic functions ------------------------------------------------

template <detail::differentiable X>
THRUM_INLINED_MATH THRUM_HD X sin(X const& x) {
  auto const of_value = detail::sincos_of(x.value());
  return detail::chain<X>(of_value.sin, x, of_value.cos);
}
template <detail::differentiable X>
THRUM_INLINED_MATH THRUM_HD X cos(X const& x) {
  auto const of_value = detail::sincos_of(x.value());
  return detail::chain<X>(of_value.cos, x, -of_value.sin);
}
template <detail::differentiable X>
THRUM_HD X tan(X const& x) {
  using std::tan;
  auto const value = tan(x.value());
  return detail::chain<X>(value, x, 1 + value * value);
}
template <detail::differentiable X>
THRUM_HD X asin(X const& x) {
  using std::asin, std::sqrt;
  return detail::chain<X>(asin(x.value()), x, 1 / sqrt((1 - x.value()) * (1 + x.value())));
}
template <detail::differentiable X>
THRUM_HD X acos(X const& x) {
  using std::acos, std::sqrt;
  return detail::chain<X>(acos(x.value()), x, -1 / sqrt((1 - x.value()) * (1 + x.value())));
}
template <detail::differentiable X>
THRUM_HD X atan(X const& x) {
  using std::atan;
  return detail::chain<X>(atan(x.value()), x, 1 / (1 + x.value() * x.value()));
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X atan2(A const& a, B const& b) {
  using std::atan2, std::hypot;
  auto const y = detail::value_in<X>(a), x = detail::value_in<X>(b);
  auto const distance = hypot(y, x);
  return detail::chain<X>(atan2(y, x), a, x / distance / distance, b, -y / distance / distance);
}
template <detail::differentiable X>
THRUM_HD X sinh(X const& x) {
  using std::sinh, std::cosh;
  return detail::chain<X>(sinh(x.value()), x, cosh(x.value()));
}
template <detail::differentiable X>
THRUM_HD X cosh(X const& x) {
  using std::sinh, std::cosh;
  return detail::chain<X>(cosh(x.value()), x, sinh(x.value()));
}
template <detail::differentiable X>
THRUM_INLINED_MATH THRUM_HD X tanh(X const& x) {
  auto const value = detail::tanh_of(x.value());
  return detail::chain<X>(value, x, (1 - value) * (1 + value));
}
template <detail::differentiable X>
THRUM_HD X asinh(X const& x) {
  using std::asinh, std::sqrt;
  return detail::chain<X>(asinh(x.value()), x, 1 / sqrt(1 + x.value() * x.value()));
}
template <detail::differentiable X>
THRUM_HD X acosh(X const& x) {
  using std::acosh, std::sqrt;
  return detail::chain<X>(acosh(x.value()), x, 1 / sqrt((x.value() - 1) * (x.value() + 1)));
}
template <detail::differentiable X>
THRUM_HD X atanh(X const& x) {
  using std::atanh;
  return detail::chain<X>(atanh(x.value()), x, 1 / ((1 - x.value()) * (1 + x.value())));
}

// ---- Error and gamma functions -------------------------------------------------------------

template <detail::differentiable X>
THRUM_HD X erf(X const& x) {
  using std::erf;
  return detail::chain<X>(
      erf(x.value()), x,
      2 * std::numbers::inv_sqrtpi_v<detail::scalar_t<X>> * detail::exp_of(-x.value() * x.value()));
}
template <detail::differentiable X>
THRUM_HD X erfc(X const& x) {
  using std::erfc;
  return detail::chain<X>(
      erfc(x.value()), x,
      -2 * std::numbers::inv_sqrtpi_v<detail::scalar_t<X>> * detail::exp_of(-x.value() * x.value()));
}

namespace detail {

/// Returns the k-th derivative of the digamma function; NaN at its poles, 0 and the negative
/// integers. Large arguments: the asymptotic series; small ones step up to these; negative ones are
/// reflected.
template <std::floating_point T>
THRUM_HD T polygamma(int k, T at) {
  double x = static_cast<double>(at);
  if (x <= 0 && std::floor(x) == x) return static_cast<T>(NAN);
  double sum = 0, sign = 1;
  double const k_sign = k % 2 == 0 ? 1 : -1;  // (-1)^k
  if (x < 0) {
    // polygamma(k, x) = (-1)^k polygamma(k, 1 - x) - pi d^k cot(pi x), where the derivatives of the
    // cotangent c are polynomials of c, of which that of c is -(1 + c^2).
    double const pi = std::numbers::pi, c = 1 / std::tan(pi * (x - std::round(x)));
    double polynomial[34] = {0, 1};
    double scale = pi;
    for (int order = 1; order <= k; ++order) {
      double next[34] = {};
      for (int power = 1; power <= order; ++power) {
        next[power - 1] -= power * polynomial[power];
        next[power + 1] -= power * polynomial[power];
      }
      for (int power = 0; power <= order + 1; ++power) polynomial[power] = next[power];
      scale *= pi;
    }
    double of_c = 0;
    for (int power = k + 1; power >= 0; --power) of_c = of_c * c + polynomial[power];
    sum = -scale * of_c;
    sign = k_sign;
    x = 1 - x;
  }
  double factorial = 1;  // of k
  for (int i = 2; i <= k; ++i) factorial *= i;
  // polygamma(k, x) = polygamma(k, x + 1) - (-1)^k k! / x^(k + 1)
  for (; x < 12 + k; x += 1) sum -= sign * k_sign * factorial / std::pow(x, k + 1);
  if (k == 0) sum += sign * (std::log(x) - 0.5 / x);
  else sum -= sign * k_sign * factorial * (1 / (k * std::pow(x, k)) + 0.5 / std::pow(x, k + 1));
  double const bernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                              5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
  // The terms are B_2i (2i + k - 1)! / (2i)! / x^(2i + k).
  double ratio = k == 0 ? 0.5 : factorial * (k + 1) / 2;  // (2i + k - 1)! / (2i)!, here for i = 1
  for (int i = 1; i <= 8; ++i) {
    sum -= sign * k_sign * bernoulli[i - 1] * ratio / std::pow(x, 2 * i + k);
    ratio *= (2.0 * i + k) * (2.0 * i + k + 1) / ((2.0 * i + 1) * (2.0 * i + 2));
  }
  return static_cast<T>(sum);
}
template <differentiable X>
THRUM_HD X polygamma(int k, X const& x) {
  return chain<X>(polygamma(k, x.value()), x, polygamma(k + 1, x.value()));
}

}  // namespace detail

template <detail::differentiable X>
THRUM_HD X lgamma(X const& x) {
  using std::lgamma;
  return detail::chain<X>(lgamma(x.value()), x, detail::polygamma(0, x.value()));
}
template <detail::differentiable X>
THRUM_HD X tgamma(X const& x) {
  using std::tgamma;
  auto const value = tgamma(x.value());
  return detail::chain<X>(value, x, value * detail::polygamma(0, x.value()));
}

// ---- Functions of pieces: the derivative is that of the piece ------------------------------

/// Returns |x|. The derivative is -1, 1, or 0 at 0.
template <detail::differentiable X>
THRUM_HD constexpr X abs(X const& x) {
  if (x.value() > 0) return x;
  if (x.value() < 0) return -x;
  return X(x.value() * x.value());  // 0 or NaN
}
template <detail::differentiable X>
THRUM_HD constexpr X fabs(X const& x) {
  return thrum::abs(x);
}
template <detail::differentiable X>
THRUM_HD X floor(X const& x) {
  using std::floor;
  return X(floor(x.value()));
}
template <detail::differentiable X>
THRUM_HD X ceil(X const& x) {
  using std::ceil;
  return X(ceil(x.value()));
}
template <detail::differentiable X>
THRUM_HD X trunc(X const& x) {
  using std::trunc;
  return X(trunc(x.value()));
}
template <detail::differentiable X>
THRUM_HD X round(X const& x) {
  using std::round;
  return X(round(x.value()));
}
template <detail::differentiable X>
THRUM_HD X rint(X const& x) {
  using std::rint;
  return X(rint(x.value()));
}
template <detail::differentiable X>
THRUM_HD X nearbyint(X const& x) {
  using std::nearbyint;
  return X(nearbyint(x.value()));
}
template <detail::differentiable X>
THRUM_HD long lround(X const& x) {
  using std::lround;
  return lround(x.value());
}
template <detail::differentiable X>
THRUM_HD long long llround(X const& x) {
  using std::llround;
  return llround(x.value());
}
template <detail::differentiable X>
THRUM_HD long lrint(X const& x) {
  using std::lrint;
  return lrint(x.value());
}
template <detail::differentiable X>
THRUM_HD long long llrint(X const& x) {
  using std::llrint;
  return llrint(x.value());
}

template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X fmod(A const& a, B const& b) {
  using std::fmod, std::rint;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const value = fmod(x, y);
  return detail::chain<X>(value, a, detail::unit_slope{}, b, -rint((x - value) / y));
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X remainder(A const& a, B const& b) {
  using std::remainder, std::rint;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const value = remainder(x, y);
  return detail::chain<X>(value, a, detail::unit_slope{}, b, -rint((x - value) / y));
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X remquo(A const& a, B const& b, int* quotient) {
  using std::remquo, std::rint;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  auto const value = remquo(x, y, quotient);
  return detail::chain<X>(value, a, detail::unit_slope{}, b, -rint((x - value) / y));
}
/// Returns a * b + c, whose value is rounded once.
template <class A, class B, class C,
          class X = typename std::conditional_t<detail::differentiable<A>, std::type_identity<A>,
                                                detail::common_differentiable<B, C>>::type>
THRUM_HD X fma(A const& a, B const& b, C const& c) {
  using std::fma;
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  return detail::chain<X>(fma(x, y, detail::value_in<X>(c)), a, y, b, x, c, detail::unit_slope{});
}

template <detail::differentiable X>
THRUM_HD bool isnan(X const& x) {
  using std::isnan;
  return isnan(x.value());
}
template <detail::differentiable X>
THRUM_HD bool isinf(X const& x) {
  using std::isinf;
  return isinf(x.value());
}
template <detail::differentiable X>
THRUM_HD bool isfinite(X const& x) {
  using std::isfinite;
  return isfinite(x.value());
}
template <detail::differentiable X>
THRUM_HD bool signbit(X const& x) {
  using std::signbit;
  return signbit(x.value());
}
/// Returns `condition ? a : b`, both of which are computed before. It has no branch, so that
/// compilers make vectors of loops that call it, as they do not of a branch that may not be taken.
template <class A, class B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
THRUM_HD constexpr std::common_type_t<A, B> where(bool condition, A const& a, B const& b) {
  using R = std::common_type_t<A, B>;
  if constexpr (detail::number_of_math<R>) {
    using word = detail::word_of<R>;
    word const chosen = word(0) - static_cast<word>(condition);
    return detail::of_bits<R>((detail::bits_of(static_cast<R>(a)) & chosen) |
                              (detail::bits_of(static_cast<R>(b)) & ~chosen));
  } else {
    return condition ? static_cast<R>(a) : static_cast<R>(b);
  }
}
/// The derivatives are those of the one returned.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD constexpr X where(bool condition, A const& a, B const& b) {
  return detail::chain_rule<X>::select(condition, X(a), X(b));
}

/// Returns the greater operand, with its derivatives; a if neither is, and the other one of a NaN.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X fmax(A const& a, B const& b) {
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  return x < y || x != x ? X(b) : X(a);
}
/// Returns the lesser operand, with its derivatives; a if neither is, and the other one of a NaN.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X fmin(A const& a, B const& b) {
  auto const x = detail::value_in<X>(a), y = detail::value_in<X>(b);
  return y < x || x != x ? X(b) : X(a);
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X fdim(A const& a, B const& b) {
  return detail::value_in<X>(a) <= detail::value_in<X>(b) ? X(0) : X(a - b);
}
/// Returns |a| with the sign of b.
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X copysign(A const& a, B const& b) {
  using std::signbit;
  X const x(a);
  return signbit(detail::value_in<X>(a)) == signbit(detail::value_in<X>(b)) ? x : -x;
}
template <class A, class B, class X = detail::common_differentiable_t<A, B>>
THRUM_HD X nextafter(A const& a, B const& b) {
  using std::nextafter;
  return detail::chain<X>(nextafter(detail::value_in<X>(a), detail::value_in<X>(b)), a, detail::unit_slope{});
}

template <detail::differentiable X>
THRUM_HD X ldexp(X const& x, int exponent) {
  using std::ldexp;
  using value_type = typename detail::chain_rule<X>::value_type;
  return detail::chain<X>(ldexp(x.value(), exponent), x, ldexp(value_type(1), exponent));
}
template <detail::differentiable X>
THRUM_HD X scalbn(X const& x, int exponent) {
  return thrum::ldexp(x, exponent);
}
template <detail::differentiable X>
THRUM_HD X frexp(X const& x, int* exponent) {
  using std::frexp, std::ldexp;
  using value_type = typename detail::chain_rule<X>::value_type;
  auto const value = frexp(x.value(), exponent);
  return detail::chain<X>(value, x, ldexp(value_type(1), -*exponent));
}
template <detail::differentiable X>
THRUM_HD X modf(X const& x, X* whole) {
  using std::modf;
  typename detail::chain_rule<X>::value_type part;
  auto const value = modf(x.value(), &part);
  *whole = X(part);
  return detail::chain<X>(value, x, detail::unit_slope{});
}
template <detail::differentiable X>
THRUM_HD X logb(X const& x) {
  using std::logb;
  return X(logb(x.value()));
}
template <detail::differentiable X>
THRUM_HD int ilogb(X const& x) {
  using std::ilogb;
  return ilogb(x.value());
}

}  // namespace thrum

#undef THRUM_INLINED_MATH
