// contains, contains_into, contains_subrange: whether a value or a sequence occurs in a range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/functional.h>
#include <thrum/logical.h>
#include <thrum/search.h>
#include <utility>

namespace thrum {

/// contains(policy, first, last, value): returns whether an element is equal to value. Stops soon
/// after such an element. O(n) work; no scratch memory. Under CUDA the call waits for the result.
struct contains_fn : detail::result_algorithm<contains_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"contains", {in("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, bool> call(To to, B const& exec, I first, I last, T const& value) {
    using equals = detail::equals_value<detail::value_of_t<T const>>;
    return detail::search_to<false>(to, exec, first, last, equals{value});
  }
};
THRUM_OBJECT contains_fn contains{};
/// contains_into(policy, first, last, result, value): stores the result of contains in *result.
/// Returns nothing to the host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<contains_fn> contains_into{};

/// contains_subrange(policy, first, last, pattern_first, pattern_last[, equal]): returns whether
/// the pattern occurs in the range; true for an empty pattern. Stops soon after the occurrence.
/// O(n m) work for a pattern of m elements, in general O(n); no scratch memory. Under CUDA the call
/// waits for the result.
struct contains_subrange_fn : detail::algorithm<contains_subrange_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"contains_subrange",
            {in("first"), until("last"), in("pattern_first"), until("pattern_last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD bool operator()(B const& exec, I first, I last, J pattern_first, J pattern_last,
                           Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<J>>()) {
      return pattern_first == pattern_last ||
             detail::search_sequence_fn<false>{}(exec, first, last, pattern_first, pattern_last,
                                                 std::move(same)) != last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT contains_subrange_fn contains_subrange{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
