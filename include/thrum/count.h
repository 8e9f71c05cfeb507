// count, count_if, count_into, count_if_into: numbers of elements that meet a condition.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// count_if(policy, first, last, pred): returns the number of elements that pred accepts. O(n)
/// work, O(n / 16384) scratch memory under tbb::par. Under CUDA the call waits for the result.
struct count_if_fn : detail::result_algorithm<count_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"count_if", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, std::ptrdiff_t> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      using element = detail::counted_element<detail::unwrapped_t<I>, P>;
      return detail::reduce_to(to, detail::as_computed<std::ptrdiff_t>{}, exec,
                               detail::computed<std::ptrdiff_t>(element{detail::unwrap(first), std::move(pred)}),
                               last - first, std::ptrdiff_t{0}, plus<>{});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT count_if_fn count_if{};
/// count_if_into(policy, first, last, result, pred): stores the result of count_if in *result.
/// Returns nothing to the host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<count_if_fn> count_if_into{};

/// count(policy, first, last, value): returns the number of elements equal to value. Otherwise as
/// count_if.
struct count_fn : detail::result_algorithm<count_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"count", {in("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, std::ptrdiff_t> call(To to, B const& exec, I first, I last,
                                                            T const& value) {
    return count_if_fn::call(to, exec, first, last, detail::equals_value<detail::value_of_t<T const>>{value});
  }
};
THRUM_OBJECT count_fn count{};
/// count_into(policy, first, last, result, value): stores the result of count in *result, as
/// count_if_into does.
THRUM_OBJECT detail::into<count_fn> count_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
