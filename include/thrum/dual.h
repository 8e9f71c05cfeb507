// dual: numbers that carry derivatives forward, on host and device. Their operators are in
// detail/functional/differentiable.h, their functions in detail/functional/differentiable_math.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/differentiable_math.h>
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum {

/// A value of a function, and its derivatives in N directions. T is float, double, or a dual itself
/// for derivatives of second order. Operators and the functions of <cmath> treat the derivatives by
/// the chain rule, on host and device; comparisons are those of values. An operand that converts to
/// T is a constant. It is trivially copyable; the default constructor leaves it uninitialised, as
/// T's does.
///
///     auto const x = thrum::dual<double>::variable(2);
///     auto const y = x * x + sin(x);        // y.value() is 4 + sin(2), y.derivative() 4 + cos(2)
template <class T, int N = 1>
class dual {
  static_assert(N > 0, "thrum: a dual has one direction or more");
  static_assert(std::is_floating_point_v<T> || detail::differentiable<T>,
                "thrum: the values of a dual are floating-point numbers, or duals");

 public:
  using value_type = T;
  /// The number of directions.
  static constexpr int directions = N;

  dual() = default;
  /// Makes a constant: its derivatives are 0.
  template <class U>
    requires(!std::is_same_v<U, dual> && std::is_convertible_v<U, T>)
  THRUM_HD constexpr dual(U const& constant) : value_(static_cast<T>(constant)), derivatives_{} {}
  /// Makes a variable: its derivative in one direction is 1.
  THRUM_HD static constexpr dual variable(T const& value, int direction = 0) {
    dual x(value);
    x.derivatives_[direction] = T(1);
    return x;
  }

  THRUM_HD constexpr T const& value() const { return value_; }
  THRUM_HD constexpr T const& derivative(int direction = 0) const { return derivatives_[direction]; }
  THRUM_HD constexpr void value(T const& x) { value_ = x; }
  THRUM_HD constexpr void derivative(int direction, T const& x) { derivatives_[direction] = x; }

 private:
  T value_;
  T derivatives_[static_cast<std::size_t>(N)];
};

namespace detail {

template <class T>
THRUM_HD constexpr bool is_zero(T const& x) {
  return x == 0;
}
template <class T, int N>
THRUM_HD constexpr bool is_zero(dual<T, N> const& x) {
  for (int i = 0; i < N; ++i) {
    if (!detail::is_zero(x.derivative(i))) return false;
  }
  return detail::is_zero(x.value());
}

template <class T, int N>
struct chain_rule<dual<T, N>> {
  using value_type = T;

  template <class... Terms>
  THRUM_HD static constexpr dual<T, N> of(T const& value, Terms const&... terms) {
    // Without a loop: compilers take a dual of few directions apart before they unroll loops.
    return by_directions(std::make_integer_sequence<int, N>{}, value, terms...);
  }
  THRUM_HD static constexpr dual<T, N> select(bool condition, dual<T, N> const& a, dual<T, N> const& b) {
    return select_directions(std::make_integer_sequence<int, N>{}, condition, a, b);
  }

 private:
  template <int... I>
  THRUM_HD static constexpr dual<T, N> select_directions(std::integer_sequence<int, I...>, bool condition,
                                                         dual<T, N> const& a, dual<T, N> const& b) {
    dual<T, N> result;
    result.value(thrum::where(condition, a.value(), b.value()));
    (result.derivative(I, thrum::where(condition, a.derivative(I), b.derivative(I))), ...);
    return result;
  }
  template <int... I, class... Terms>
  THRUM_HD static constexpr dual<T, N> by_directions(std::integer_sequence<int, I...>, T const& value,
                                                     Terms const&... terms) {
    dual<T, N> result;
    result.value(value);
    (result.derivative(I, sum(I, terms...)), ...);
    return result;
  }

  THRUM_HD static constexpr T term(T const& derivative, T const& slope) { return slope * derivative; }
  THRUM_HD static constexpr T term(T const& derivative, unit_slope) { return derivative; }
  THRUM_HD static constexpr T term(T const& derivative, minus_unit_slope) { return -derivative; }
  THRUM_HD static constexpr T term(T const& derivative, slope_of_few<T> const& slope) {
    return detail::is_zero(derivative) ? T(0) : slope.slope * derivative;
  }

  template <class A, class S, class... Rest>
  THRUM_HD static constexpr T sum(int i, A const& operand, S const& slope, Rest const&... rest) {
    constexpr bool more = (std::is_same_v<Rest, dual<T, N>> || ...);
    if constexpr (!std::is_same_v<A, dual<T, N>>) return sum(i, rest...);
    else if constexpr (!more) return term(operand.derivative(i), slope);
    else return term(operand.derivative(i), slope) + sum(i, rest...);
  }
};

}  // namespace detail

/// Writes a dual as (value; derivative, ...).
template <class Char, class Traits, class T, int N>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& stream, dual<T, N> const& x) {
  stream << '(' << x.value() << ';';
  for (int i = 0; i < N; ++i) stream << (i == 0 ? " " : ", ") << x.derivative(i);
  return stream << ')';
}

}  // namespace thrum

/// The limits of a dual are those of its values.
template <class T, int N>
class std::numeric_limits<thrum::dual<T, N>> : public std::numeric_limits<T> {
  using limits = std::numeric_limits<T>;
  using dual = thrum::dual<T, N>;

 public:
  static constexpr dual min() noexcept { return limits::min(); }
  static constexpr dual lowest() noexcept { return limits::lowest(); }
  static constexpr dual max() noexcept { return limits::max(); }
  static constexpr dual epsilon() noexcept { return limits::epsilon(); }
  static constexpr dual round_error() noexcept { return limits::round_error(); }
  static constexpr dual infinity() noexcept { return limits::infinity(); }
  static constexpr dual quiet_NaN() noexcept { return limits::quiet_NaN(); }
  static constexpr dual signaling_NaN() noexcept { return limits::signaling_NaN(); }
  static constexpr dual denorm_min() noexcept { return limits::denorm_min(); }
};

#include <thrum/detail/public_header/end.h>
