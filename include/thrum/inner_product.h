// inner_product, inner_product_into: the sum of the products of two ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
template <class T, class X, class Y>
inline constexpr bool both_convert_to = std::is_convertible_v<X const&, T> && std::is_convertible_v<Y const&, T>;
template <class T, class X, class Y>
concept multipliable_as =
    (both_convert_to<T, X, Y> && requires(T const& t) { static_cast<T>(t * t); }) ||
    (!both_convert_to<T, X, Y> && requires(X const& x, Y const& y) { static_cast<T>(x * y); });

/// A functor that returns the product of x and y, both converted to T if both can be.
template <class T>
struct product_as {
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
    requires multipliable_as<T, X, Y>
  THRUM_HD constexpr T operator()(X const& x, Y const& y) const {
    if constexpr (both_convert_to<T, X, Y>) {
      return static_cast<T>(static_cast<T const&>(x) * static_cast<T const&>(y));
    } else {
      return static_cast<T>(x * y);
    }
  }
};
}  // namespace detail

/// inner_product(policy, first1, last1, first2, init[, op, f]): reduces init and all f(first1[i],
/// first2[i]) by op. If op and f are not given, the result is the sum of products.
///
/// As for reduce, op is associative and commutative, T is the type of init, and the result has the
/// same bits under seq, tbb::par and cuda::par.deterministic(). If the elements convert to T, they
/// are converted to T and then multiplied, as in Thrust: products of ints in a 64-bit sum do not
/// overflow.
struct inner_product_fn : detail::result_algorithm<inner_product_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"inner_product",
            {in("first1"), until("last1"), also("first2"), value("init"), optional("op"), optional("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class J, class T>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first1, I last1,
                                                                   J first2, T init) {
    using product = detail::product_as<detail::value_of_t<T>>;
    return call(to, exec, first1, last1, first2, std::move(init), plus<>{}, product{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class J, class T, class Op, class F>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first1, I last1,
                                                                   J first2, T init, Op op, F f) {
    using sum = detail::value_of_t<T>;
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_summand<B, F, sum, detail::element_t<I>, detail::element_t<J>>() &&
                  detail::valid_operator<B, Op, sum, sum>() && detail::valid_destination<To, B, sum>()) {
      auto const element =
          detail::transformed_elements{detail::unwrap(first1), detail::unwrap(first2), std::move(f)};
      return detail::reduce_to(to, detail::as_computed<sum>{}, exec, detail::computed<sum>(element),
                               last1 - first1, static_cast<sum>(std::move(init)), std::move(op));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT inner_product_fn inner_product{};
/// inner_product_into(policy, first1, last1, result, first2, init[, op, f]): stores the result of
/// inner_product in *result. Returns nothing to the host, so that under CUDA the call does not wait
/// for the result.
THRUM_OBJECT detail::into<inner_product_fn> inner_product_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
