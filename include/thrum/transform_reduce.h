// transform_reduce, transform_reduce_into: the sum of a function of the elements, or of the pairs
// of elements of two ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// transform_reduce(policy, first, last, f, init, op)
///     returns op over init and f of each element. The order of the arguments is Thrust's.
/// transform_reduce(policy, first1, last1, first2, init[, op, f])
///     returns op over init and f(first1[i], first2[i]); the sum of products unless op and f are
///     given. The order of the arguments is std's. The products are std's too: they are made of the
///     elements as they are, so that products of ints may overflow. inner_product makes products in
///     the type of init.
///
/// As reduce: op is associative and commutative, T is the type of init, and the result is the same
/// bits under seq, tbb::par and cuda::par.deterministic(). f is called once for each element or
/// pair.
struct transform_reduce_fn : detail::result_algorithm<transform_reduce_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"transform_reduce",
            {in("first1"), until("last1"), also("first2"), value("init")},
            {in("first"), until("last"), value("f"), value("init"), value("op")},
            {in("first1"), until("last1"), also("first2"), value("init"), value("op"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class F, class T, class Op>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first, I last, F f,
                                                                   T init, Op op) {
    using sum = detail::value_of_t<T>;
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_summand<B, F, sum, detail::element_t<I>>() &&
                  detail::valid_operator<B, Op, sum, sum>() && detail::valid_destination<To, B, sum>()) {
      auto const element = detail::transformed_element{detail::unwrap(first), std::move(f)};
      return detail::reduce_to(to, detail::as_computed<sum>{}, exec, detail::computed<sum>(element), last - first,
                               static_cast<sum>(std::move(init)), std::move(op));
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class J, class T>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first1, I last1,
                                                                   J first2, T init) {
    return inner_product_fn::call(to, exec, first1, last1, first2, std::move(init), plus<>{}, multiplies<>{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class J, class T, class Op, class F>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first1, I last1,
                                                                   J first2, T init, Op op, F f) {
    return inner_product_fn::call(to, exec, first1, last1, first2, std::move(init), std::move(op), std::move(f));
  }
};
THRUM_OBJECT transform_reduce_fn transform_reduce{};
/// transform_reduce_into(policy, first, last, result, f, init, op)
/// transform_reduce_into(policy, first1, last1, result, first2, init[, op, f])
///     puts the result of transform_reduce into *result. The call hands nothing to the host, so
///     that under CUDA it does not wait for the result.
THRUM_OBJECT detail::into<transform_reduce_fn> transform_reduce_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
