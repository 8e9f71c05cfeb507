// Functors that are called with what projections make of elements: the predicates, comparisons and
// functions of thrum::ranges.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/projection.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_iterator.h>
#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class F, class... Args>
using result_of_call = decltype(std::declval<F&>()(std::declval<Args>()...));

/// Returns whether a policy's code can call a functor with the results of projections, whose
/// arguments are X and Y. nvcc hides the result of a __device__ lambda.
template <class B, class F, class P, class X>
constexpr bool calls_projected() {
  if constexpr (!detail::calls<B, P, X>()) return false;
  else if constexpr (!result_is_known<P>) return true;
  else return detail::calls<B, F, result_of_call<P, X>>();
}
template <class B, class F, class P, class X, class Q, class Y>
constexpr bool calls_projected() {
  if constexpr (!detail::calls<B, P, X>() || !detail::calls<B, Q, Y>()) return false;
  else if constexpr (!result_is_known<P> || !result_is_known<Q>) return true;
  else return detail::calls<B, F, result_of_call<P, X>, result_of_call<Q, Y>>();
}

/// f(projection(x)). If the projection computes a value, a reference to const or to a temporary
/// that f returns becomes a value: it may refer to the projection's.
template <class F, class P>
struct on_projection {
  F f;
  P projection;
  template <class B, class X>
  static constexpr bool parts_run_on = detail::calls_projected<B, F, P, X>();
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
    requires(callable_with<P, X> && callable_with<F, result_of_call<P, X>>)
  THRUM_HD constexpr decltype(auto) operator()(X&& x) const {
    using element = decltype(detail::call(projection, std::forward<X>(x)));
    using result = decltype(detail::call(f, std::declval<element>()));
    return static_cast<typename lasting_result<element, result>::type>(
        detail::call(f, detail::call(projection, std::forward<X>(x))));
  }
};

/// f(projection1(x), projection2(y)), with the same care of what f returns.
template <class F, class P, class Q>
struct on_projections {
  F f;
  P projection1;
  Q projection2;
  template <class B, class X, class Y>
  static constexpr bool parts_run_on = detail::calls_projected<B, F, P, X, Q, Y>();
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
    requires(callable_with<P, X> && callable_with<Q, Y> &&
             callable_with<F, result_of_call<P, X>, result_of_call<Q, Y>>)
  THRUM_HD constexpr decltype(auto) operator()(X&& x, Y&& y) const {
    using element1 = decltype(detail::call(projection1, std::forward<X>(x)));
    using element2 = decltype(detail::call(projection2, std::forward<Y>(y)));
    using either = std::conditional_t<std::is_reference_v<element1>, element2, element1>;
    using result = decltype(detail::call(f, std::declval<element1>(), std::declval<element2>()));
    return static_cast<typename lasting_result<either, result>::type>(detail::call(
        f, detail::call(projection1, std::forward<X>(x)), detail::call(projection2, std::forward<Y>(y))));
  }
};

/// The order of elements of two types by what a projection makes of each type.
template <class Less, class X, class P, class Y, class Q>
struct order_of_two {
  Less less;
  P projection1;
  Q projection2;
  template <class B, class, class>
  static constexpr bool parts_run_on = detail::calls_projected<B, Less, P, X const&, Q, Y const&>();
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(X const& x, Y const& y) const {
    return static_cast<bool>(detail::call(less, detail::call(projection1, x), detail::call(projection2, y)));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr bool operator()(Y const& y, X const& x) const {
    return static_cast<bool>(detail::call(less, detail::call(projection2, y), detail::call(projection1, x)));
  }
};

template <class F, class G, class H>
inline constexpr bool is_either = std::same_as<F, G> || std::same_as<F, H>;

/// The projection of an element to itself.
template <class P>
concept no_projection = std::same_as<P, left_out> || std::same_as<P, std::identity>;

/// Returns a functor in the form that algorithms call: a pointer to a member becomes a functor, and
/// a comparison or an operator of the standard that of thrum, which device code can call.
template <class F>
constexpr auto as_functor(F f) {
  if constexpr (is_either<F, std::ranges::less, std::less<>>) return less<>{};
  else if constexpr (is_either<F, std::ranges::greater, std::greater<>>) return greater<>{};
  else if constexpr (is_either<F, std::ranges::less_equal, std::less_equal<>>) return less_equal<>{};
  else if constexpr (is_either<F, std::ranges::greater_equal, std::greater_equal<>>) return greater_equal<>{};
  else if constexpr (is_either<F, std::ranges::equal_to, std::equal_to<>>) return equal_to<>{};
  else if constexpr (is_either<F, std::ranges::not_equal_to, std::not_equal_to<>>) return not_equal_to<>{};
  else if constexpr (std::same_as<F, std::plus<>>) return plus<>{};
  else if constexpr (std::same_as<F, std::minus<>>) return minus<>{};
  else if constexpr (std::same_as<F, std::multiplies<>>) return multiplies<>{};
  else if constexpr (std::is_member_function_pointer_v<F>) return std::mem_fn(f);
  else return detail::as_projection(std::move(f));
}

/// Returns a projection in the form that device code can call, too.
template <class P>
constexpr auto as_projector(P projection) {
  if constexpr (no_projection<P>) return identity<>{};
  else return detail::as_functor(std::move(projection));
}

/// Returns a comparison or an operator; that which stands for none is `Default`.
template <class Default, class F>
constexpr auto functor_or(F f) {
  if constexpr (std::same_as<F, left_out>) return Default{};
  else return detail::as_functor(std::move(f));
}

/// Returns the functor that calls f with the projection of its argument.
template <class F, class P>
constexpr auto projected_functor(F f, P projection) {
  if constexpr (no_projection<P>) return detail::as_functor(std::move(f));
  else {
    auto g = detail::as_functor(std::move(f));
    auto p = detail::as_functor(std::move(projection));
    return on_projection<decltype(g), decltype(p)>{std::move(g), std::move(p)};
  }
}
/// Returns the comparison that calls f, or else ==, with a projection of each argument.
template <class F, class P, class Q>
constexpr auto projected_functor(F f, P projection1, Q projection2) {
  auto g = detail::functor_or<equal_to<>>(std::move(f));
  if constexpr (no_projection<P> && no_projection<Q>) return g;
  else {
    auto p = detail::as_projector(std::move(projection1));
    auto q = detail::as_projector(std::move(projection2));
    return on_projections<decltype(g), decltype(p), decltype(q)>{std::move(g), std::move(p), std::move(q)};
  }
}

/// Returns the order of elements by what a projection makes of them; the order is <, if none is
/// given.
template <class Less, class P>
constexpr auto projected_order(Less before, P projection) {
  if constexpr (no_projection<P>) return detail::functor_or<less<>>(std::move(before));
  else return key_order{detail::functor_or<less<>>(std::move(before)), detail::as_functor(std::move(projection))};
}

/// Returns the order of elements of two ranges, each with its projection.
template <class X, class Y, class Less, class P, class Q>
constexpr auto projected_order_of_two(Less before, P projection1, Q projection2) {
  if constexpr (no_projection<P> && no_projection<Q>) {
    return detail::functor_or<less<>>(std::move(before));
  } else if constexpr (std::same_as<X, Y>) {
    constexpr bool one_projection = std::same_as<P, Q>;
    static_assert(one_projection,
                  "thrum: ranges with elements of one type are merged or compared by one projection: both have to "
                  "be of the same type");
    return detail::projected_order(std::move(before), std::move(projection1));
  } else {
    auto f = detail::functor_or<less<>>(std::move(before));
    auto p = detail::as_projector(std::move(projection1));
    auto q = detail::as_projector(std::move(projection2));
    return order_of_two<decltype(f), X, decltype(p), Y, decltype(q)>{std::move(f), std::move(p), std::move(q)};
  }
}

}  // namespace thrum::detail
