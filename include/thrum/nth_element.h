// nth_element: the element that a sort would put at an index.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/selection/select.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// nth_element(policy, first, nth, last[, less]): puts the element at nth that sort would put
/// there, no greater element before it and no lesser element after it. Does nothing if nth is last.
/// Which element is where does not depend on the policy or its threads. NaNs are ordered as by
/// sort.
///
/// O(n) work, by a sample of fixed size that is not random; at worst that of a sort. Elements are
/// exchanged in pairs, by moves. Scratch memory: about n bytes for numbers in memory, 2 n for other
/// elements; 8 n more if nearly all elements are equal; at worst that of a sort of n indices; then
/// 16 least(nth - first, last - nth) bytes. Elements in order take next to none, and seq in device
/// code, which sorts, takes none. Under CUDA the call waits for nothing: the element is found by
/// the digits of numbers, in O(n) work and n / 57 bytes beside the exchange's, and for other
/// elements by a sort of n indices, with copies of the elements if they are small. If less throws
/// or allocation fails, no element has moved.
struct nth_element_fn : detail::algorithm<nth_element_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"nth_element", {inout("first"), other("nth", role::middle), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I nth, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_in_place<B, I>()) {
      if (last - nth <= 0) return;
      detail::select_in_place<false>(exec, detail::unwrap(first), last - first, nth - first, std::move(less));
    }
  }
};
THRUM_OBJECT nth_element_fn nth_element{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
