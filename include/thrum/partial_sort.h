// partial_sort, partial_sort_copy: the least elements, sorted.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/selection/select.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// partial_sort(policy, first, middle, last[, less]): puts the least middle - first elements to the
/// front, sorted; the other elements stay after them. Which element is where does not depend on the
/// policy or its threads.
///
/// The work and memory of nth_element, then those of a sort of [first, middle). Under CUDA the call
/// waits for nothing. If less throws, all elements are alive, in an unspecified order; if
/// allocation fails, no element is lost.
struct partial_sort_fn : detail::algorithm<partial_sort_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"partial_sort", {inout("first"), other("middle", role::middle), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I middle, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_in_place<B, I>()) {
      std::ptrdiff_t const k = middle - first;
      if (k <= 0) return;
      if (last - middle > 0) detail::select_in_place<true>(exec, detail::unwrap(first), last - first, k, less);
      else if (k > 1) detail::sort(exec, detail::unwrap(first), k, std::move(less));
    }
  }
};
THRUM_OBJECT partial_sort_fn partial_sort{};

/// partial_sort_copy(policy, first, last, out_first, out_last[, less]): copies the least elements
/// to the output, as many as fit, sorted; equal elements keep their order. Returns the end of the
/// elements that were written. The output does not overlap the input.
///
/// O(n) work, at worst that of a sort; in addition, the work of a sort of the output. Scratch
/// memory as for nth_element, without the exchange, and that of the sort (seq in device code takes
/// none, and O(n log n) work on most inputs). Under CUDA the call waits for nothing. The input is
/// not changed.
struct partial_sort_copy_fn : detail::algorithm<partial_sort_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"partial_sort_copy", {in("first"), until("last"), out_from("out_first"), until("out_last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, O out_first, O out_last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, O>() &&
                  detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::order_check<B, detail::element_t<O>, Less>::valid() &&
                  detail::valid_output<B, O, detail::element_t<I>>() && detail::valid_in_place<B, O>()) {
      std::ptrdiff_t const n = last - first, k = detail::length_of(detail::least(n, out_last - out_first));
      auto const out = detail::unwrap(out_first);
      auto const input = detail::unwrap(first);
      if constexpr (std::is_same_v<std::iter_value_t<I>, std::iter_value_t<O>>) {
        if (k > 1 && detail::copy_sorted_at_once(exec, input, input, n, k, out, less)) return out_first + k;
      }
      detail::copy_least(k > 1 ? detail::step_of(exec) : exec, input, input, n, k, out, less);
      if (k > 1) detail::sort(exec, out, k, std::move(less));
      return out_first + k;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT partial_sort_copy_fn partial_sort_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
