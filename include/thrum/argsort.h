// argsort: the order of a range as indices.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/argsort.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// argsort(policy, first, last, places[, less[, projection]]): writes the indices of the elements
/// in the order of the sorted range: first[places[0]] is the least element, and places[i] the index
/// of the element that sort would put at i. The order is stable: equal elements are in the order of
/// their indices. The range is not changed; gather brings it, and others beside it, into the order.
///
/// Returns the end of the indices. The output can be read too, has any integer type that can hold n
/// - 1, and does not overlap the range. less, the projection and NaNs are as in sort: numbers, and
/// what a projection makes into numbers, are sorted by their digits in O(n) work, everything else
/// by comparison in O(n log n) work.
///
/// Scratch memory: twice a copy of each element with its index (8 bytes if elements have up to
/// four, 16 if they have eight), or, if elements are larger and their keys have 64 bits, twice 16
/// bytes for each; for other elements that are plain bytes and small, that of a sort of copies with
/// indices; otherwise that of a sort of n indices (none for seq in device code, which compares).
/// Under CUDA the call waits for nothing.
struct argsort_fn : detail::algorithm<argsort_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"argsort", {in("first"), until("last"), out("places"), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, O places, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, O>() &&
                  detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_output<B, O, std::ptrdiff_t>() && detail::valid_in_place<B, O>()) {
      std::ptrdiff_t const n = last - first;
      detail::argsort(exec, detail::unwrap(first), n, detail::unwrap(places), std::move(less));
      return places + n;
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less, class P>
  THRUM_HD O operator()(B const& exec, I first, I last, O places, Less less, P projection) const {
    return (*this)(exec, first, last, places,
                   detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
};
THRUM_OBJECT argsort_fn argsort{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
