// inner_product: the sum of the products of two ranges.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/value_of.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// inner_product(policy, first1, last1, first2, init[, op, f]): op over init and f(first1[i], first2[i]); the sum of
/// products unless given.
///
/// As reduce: op is associative and commutative, T is the type of init, the same bits under seq and tbb::par.
struct inner_product_fn : detail::algorithm<inner_product_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class T>
  THRUM_HD detail::value_of_t<T> operator()(B const& exec, I first1, I last1, J first2, T init) const {
    return (*this)(exec, first1, last1, first2, std::move(init), plus<>{}, multiplies<>{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class T, class Op, class F>
  THRUM_HD detail::value_of_t<T> operator()(B const& exec, I first1, I last1, J first2, T init, Op op, F f) const {
    using sum = detail::value_of_t<T>;
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_functor<B, F, detail::element_t<I>, detail::element_t<J>>() &&
                  detail::valid_operator<B, Op, sum, sum>()) {
      auto const element =
          detail::transformed_elements{detail::unwrap(first1), detail::unwrap(first2), std::move(f)};
      return exec.reduce(detail::computed<sum>(element), last1 - first1, static_cast<sum>(std::move(init)),
                         std::move(op));
    }
  }
};
THRUM_OBJECT inner_product_fn inner_product{};

}  // namespace thrum
