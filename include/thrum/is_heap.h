// is_heap_until, is_heap: whether a range is a heap, in which no element is greater than its
// parent.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {
namespace detail {

/// A predicate: whether the parent of element i + 1 is less than that element.
template <class I, class Less>
struct exceeds_parent {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(less, first[i / 2], first[i + 1]));
  }
};

}  // namespace detail

/// is_heap_until(policy, first, last[, less]): returns the end of the longest front part that is a
/// heap. In a heap the parent of element i, element (i - 1) / 2, is not less than element i. Stops
/// soon after that end. O(n) work; no scratch memory. Under CUDA the call waits for the result.
struct is_heap_until_fn : detail::algorithm<is_heap_until_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"is_heap_until", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>()) {
      if (last - first < 2) return last;
      using exceeds = detail::exceeds_parent<detail::unwrapped_t<I>, Less>;
      return first + 1 +
             detail::find_first(exec, last - first - 1, exceeds{detail::unwrap(first), std::move(less)});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT is_heap_until_fn is_heap_until{};

/// is_heap(policy, first, last[, less]): returns whether the whole range is a heap. Otherwise as
/// is_heap_until.
struct is_heap_fn : detail::algorithm<is_heap_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"is_heap", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first, I last, Less less = {}) const {
    return is_heap_until_fn{}(exec, first, last, std::move(less)) == last;
  }
};
THRUM_OBJECT is_heap_fn is_heap{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
