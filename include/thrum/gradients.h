// grad, value_and_grad, jacobian, hvp: the derivatives of a function of few variables, by dual
// numbers. For many variables there is tape (thrum/tape.h). with_derivatives: a function with
// derivatives that somebody else computes.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/differentiable.h>
#include <thrum/dual.h>
#include <thrum/pair.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Numbers whose derivatives are duals of them: integers count as double.
template <class T>
using differentiated_t = std::conditional_t<std::is_integral_v<T>, double, T>;

/// Returns the place of an argument among those by which is derived, or -1.
template <int... Chosen>
THRUM_HD constexpr int direction_of(int argument) {
  int direction = -1, k = 0;
  ((direction = Chosen == argument ? k : direction, ++k), ...);
  return direction;
}

template <class V, int N, int Direction>
THRUM_HD constexpr dual<V, N> directed_argument(V const& x) {
  if constexpr (Direction < 0) return dual<V, N>(x);
  else return dual<V, N>::variable(x, Direction);
}

THRUM_EXEC_CHECK_DISABLE
template <class V, std::size_t N, template <class, std::size_t> class Array>
THRUM_HD constexpr Array<dual<V, static_cast<int>(N)>, N> variables(Array<V, N> const& x) {
  Array<dual<V, static_cast<int>(N)>, N> lifted{};
  for (std::size_t i = 0; i < N; ++i) {
    lifted[i] = dual<V, static_cast<int>(N)>::variable(x[i], static_cast<int>(i));
  }
  return lifted;
}

/// The derivatives of a result: one of them, a tuple of them, or an array.
template <class V>
THRUM_HD constexpr V derivatives_of(dual<V, 1> const& y) {
  return y.derivative();
}
template <class V, int N>
THRUM_HD constexpr auto derivatives_of(dual<V, N> const& y) {
  return [&y]<int... I>(std::integer_sequence<int, I...>) {
    return thrum::make_tuple(y.derivative(I)...);
  }(std::make_integer_sequence<int, N>{});
}
THRUM_EXEC_CHECK_DISABLE
template <template <class, std::size_t> class Array, std::size_t N, class V, int Directions>
THRUM_HD constexpr Array<V, N> array_of_derivatives(dual<V, Directions> const& y) {
  Array<V, N> derivatives{};
  for (std::size_t i = 0; i < N; ++i) derivatives[i] = y.derivative(static_cast<int>(i));
  return derivatives;
}

template <class F, int... Chosen>
struct value_and_gradient {
  F f;

  /// Returns f(x...) and its derivatives by the chosen arguments, or by all.
  THRUM_EXEC_CHECK_DISABLE
  template <class... T>
    requires(std::is_convertible_v<T, std::common_type_t<T...>> && ...)
  THRUM_HD constexpr auto operator()(T const&... x) const {
    using V = differentiated_t<std::common_type_t<T...>>;
    if constexpr (sizeof...(Chosen) == 0) {
      return by<V>(std::make_integer_sequence<int, sizeof...(T)>{},
                   std::make_integer_sequence<int, sizeof...(T)>{}, static_cast<V>(x)...);
    } else {
      return by<V>(std::integer_sequence<int, Chosen...>{}, std::make_integer_sequence<int, sizeof...(T)>{},
                   static_cast<V>(x)...);
    }
  }
  /// Returns f(x) and its derivatives by the elements of x.
  THRUM_EXEC_CHECK_DISABLE
  template <class V, std::size_t N, template <class, std::size_t> class Array>
  THRUM_HD constexpr pair<V, Array<V, N>> operator()(Array<V, N> const& x) const {
    static_assert(sizeof...(Chosen) == 0, "thrum: the gradient by an array is by all of its elements");
    dual<V, static_cast<int>(N)> const y(f(detail::variables(x)));
    return {y.value(), detail::array_of_derivatives<Array, N>(y)};
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class V, int... By, int... Places, class... T>
  THRUM_HD constexpr auto by(std::integer_sequence<int, By...>, std::integer_sequence<int, Places...>,
                             T const&... x) const {
    static_assert(((By >= 0 && By < static_cast<int>(sizeof...(T))) && ...), "thrum: there is no such argument");
    constexpr int directions = sizeof...(By);
    dual<V, directions> const y(
        f(detail::directed_argument<V, directions, detail::direction_of<By...>(Places)>(x)...));
    return thrum::make_pair(y.value(), detail::derivatives_of(y));
  }
};

template <class F, int... Chosen>
struct gradient {
  static constexpr bool inlines_all = true;
  value_and_gradient<F, Chosen...> both;

  THRUM_EXEC_CHECK_DISABLE
  template <class... T>
  THRUM_HD constexpr auto operator()(T const&... x) const {
    return both(x...).second;
  }
};

template <class F>
struct jacobian_matrix {
  F f;

  THRUM_EXEC_CHECK_DISABLE
  template <class V, std::size_t N, template <class, std::size_t> class Array>
  THRUM_HD constexpr auto operator()(Array<V, N> const& x) const {
    return rows<Array, V, N>(f(detail::variables(x)));
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <template <class, std::size_t> class Array, class V, std::size_t N, std::size_t M>
  THRUM_HD static constexpr Array<Array<V, N>, M> rows(Array<dual<V, static_cast<int>(N)>, M> const& y) {
    Array<Array<V, N>, M> matrix{};
    for (std::size_t i = 0; i < M; ++i) matrix[i] = detail::array_of_derivatives<Array, N>(y[i]);
    return matrix;
  }
};

template <class F>
struct hessian_vector_product {
  F f;

  THRUM_EXEC_CHECK_DISABLE
  template <class V, std::size_t N, template <class, std::size_t> class Array>
  THRUM_HD constexpr Array<V, N> operator()(Array<V, N> const& x, Array<V, N> const& direction) const {
    Array<dual<V>, N> along{};
    for (std::size_t i = 0; i < N; ++i) {
      along[i] = dual<V>(x[i]);
      along[i].derivative(0, direction[i]);
    }
    dual<dual<V>, static_cast<int>(N)> const y(f(detail::variables(along)));
    Array<V, N> product{};
    for (std::size_t i = 0; i < N; ++i) product[i] = y.derivative(static_cast<int>(i)).derivative();
    return product;
  }
};

/// The type of arguments that carries derivatives, or the type of numbers that do not.
template <class A, class... Rest>
struct differentiable_of_all {
  using type = A;
};
template <class A, class B, class... Rest>
struct differentiable_of_all<A, B, Rest...> : differentiable_of_all<A, Rest...> {};
template <class A, class B, class... Rest>
  requires requires { typename common_differentiable<A, B>::type; }
struct differentiable_of_all<A, B, Rest...> : differentiable_of_all<common_differentiable_t<A, B>, Rest...> {};

template <class F, class... Slopes>
struct function_with_derivatives {
  F f;
  tuple<Slopes...> slopes;

  THRUM_EXEC_CHECK_DISABLE
  template <class... X>
  THRUM_HD constexpr auto operator()(X const&... x) const {
    constexpr bool complete = sizeof...(X) == sizeof...(Slopes);
    static_assert(complete, "thrum: with_derivatives needs a derivative for each argument of the function");
    using D = typename differentiable_of_all<X...>::type;
    if constexpr (!complete) {
      return D{};
    } else if constexpr (!differentiable<D>) {
      return f(x...);
    } else {
      auto const values = thrum::make_tuple(value_in<D>(x)...);
      return chained<0, D>(static_cast<typename chain_rule<D>::value_type>((*this)(value_in<D>(x)...)), values,
                           tuple<X const&...>(x...));
    }
  }

 private:
  /// Adds the operand I and the slope by it to the terms of a chain.
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t I, class D, class V, class Values, class Operands, class... Terms>
  THRUM_HD constexpr D chained(V const& value, Values const& values, Operands const& operands,
                               Terms const&... terms) const {
    if constexpr (I == sizeof...(Slopes)) {
      return detail::chain<D>(value, terms...);
    } else if constexpr (std::is_same_v<std::remove_cvref_t<std::tuple_element_t<I, Operands>>, D>) {
      return chained<I + 1, D>(value, values, operands, terms..., thrum::get<I>(operands),
                               slope<I, V>(values, std::make_index_sequence<sizeof...(Slopes)>{}));
    } else {
      return chained<I + 1, D>(value, values, operands, terms...);
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t I, class V, class Values, std::size_t... Places>
  THRUM_HD constexpr V slope(Values const& values, std::index_sequence<Places...>) const {
    return static_cast<V>(thrum::get<I>(slopes)(thrum::get<Places>(values)...));
  }
};

}  // namespace detail

/// Returns a function object that computes f(x...), and whose derivatives are given: `slopes` has a
/// function for each argument, the derivative of f by it. f and its derivatives take the same
/// arguments. So f may be what cannot be differentiated, such as a function of a compiled library,
/// an interpolation, or an iteration whose limit has a derivative of its own.
///
///     auto const root = thrum::with_derivatives([](double x) { return std::sqrt(x); },
///                                               [](double x) { return 0.5 / std::sqrt(x); });
///     thrum::grad([=](auto const& x) { return root(x * x + 1); })(2.0);
///
/// Of numbers the result is f(x...) itself. f and its derivatives are called with the numbers that
/// duals and vars have as values: for second derivatives, which have duals as values, a derivative
/// is a function of these, too, or has been made by with_derivatives itself.
template <class F, class... Slopes>
THRUM_HD constexpr detail::function_with_derivatives<F, Slopes...> with_derivatives(F f, Slopes... slopes) {
  static_assert(sizeof...(Slopes) > 0, "thrum: with_derivatives needs a derivative for each argument");
  return {std::move(f), {std::move(slopes)...}};
}

/// Returns a function object that computes the derivatives of f at its arguments: `grad(f)(x)` is
/// f'(x), `grad(f)(x, y)` a tuple of the derivatives by x and by y, `grad<1>(f)(x, y)` the
/// derivative by y alone. The arguments of f may also be one array of a template <class T,
/// std::size_t N> like std::array, in device code cuda::std::array; the derivatives are then such
/// an array. f is called once, with duals: a generic lambda, or a functor whose call is a template.
/// Arguments may be duals, so that grad(grad(f)) is the second derivative. The function object is
/// trivially copyable if f is, and runs where f does.
template <int... Arguments, class F>
THRUM_HD constexpr detail::gradient<F, Arguments...> grad(F f) {
  return {{std::move(f)}};
}
/// Does the same with the value: returns a pair of f(x...) and what grad(f)(x...) returns.
template <int... Arguments, class F>
THRUM_HD constexpr detail::value_and_gradient<F, Arguments...> value_and_grad(F f) {
  return {std::move(f)};
}
/// Returns a function object that computes the matrix of the derivatives of f(x), where x and f(x)
/// are arrays: the element [i][j] is the derivative of f(x)[i] by x[j].
template <class F>
THRUM_HD constexpr detail::jacobian_matrix<F> jacobian(F f) {
  return {std::move(f)};
}
/// Returns a function object that computes the product of the second derivatives of f(x) with a
/// direction: hvp(f)(x, direction)[i] is the derivative in this direction of that by x[i].
template <class F>
THRUM_HD constexpr detail::hessian_vector_product<F> hvp(F f) {
  return {std::move(f)};
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
