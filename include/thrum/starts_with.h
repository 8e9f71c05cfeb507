// starts_with, ends_with: whether a range begins, or ends, with the elements of another range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/functional.h>
#include <thrum/mismatch.h>
#include <cstddef>
#include <utility>

namespace thrum {
namespace detail {

/// starts_with, and ends_with, which compares the end of the range.
template <bool AtEnd>
struct begins_or_ends_with_fn : algorithm<begins_or_ends_with_fn<AtEnd>> {
  using algorithm<begins_or_ends_with_fn<AtEnd>>::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {AtEnd ? "ends_with" : "starts_with",
            {in("first1"), until("last1"), in("first2"), until("last2"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, J last2, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, element_t<I>, element_t<J>>()) {
      std::ptrdiff_t const n = last1 - first1, length = last2 - first2;
      if (length > n) return false;
      I const begin = AtEnd ? first1 + (n - length) : first1;
      return detail::count_equal(exec, begin, length, first2, std::move(same)) == length;
    } else return detail::wrong_call{};
  }
};

}  // namespace detail

/// starts_with(policy, first1, last1, first2, last2[, equal]): returns whether the first range
/// begins with the elements of the second one; true for an empty second range, false for one that
/// is longer than the first. Stops soon after the first elements that are not equal. O(m) work for
/// m elements of the second range; no scratch memory. Under CUDA the call waits for the result.
THRUM_OBJECT detail::begins_or_ends_with_fn<false> starts_with{};

/// ends_with(policy, first1, last1, first2, last2[, equal]): returns whether the first range ends
/// with the elements of the second one. Otherwise as starts_with.
THRUM_OBJECT detail::begins_or_ends_with_fn<true> ends_with{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
