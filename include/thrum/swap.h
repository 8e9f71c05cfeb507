// swap, swap_ranges: exchange two values, or the elements of two ranges, on host and device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/swap.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <cstddef>
#include <iterator>

namespace thrum {

/// swap_ranges(policy, first1, last1, first2): exchanges the elements first1[i] and first2[i], by
/// the swap of their type if it has one, otherwise by three moves. Returns the end of the second
/// range. The second range does not overlap the first. O(n) work; no scratch memory.
struct swap_ranges_fn : detail::algorithm<swap_ranges_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"swap_ranges", {inout("first1"), until("last1"), also_inout("first2")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J>
  THRUM_HD J operator()(B const& exec, I first1, I last1, J first2) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_output<B, I, detail::moved_element_t<detail::unwrapped_t<J>>>() &&
                  detail::valid_output<B, J, std::iter_value_t<detail::unwrapped_t<I>>>()) {
      using body = detail::swap_body<detail::unwrapped_t<I>, detail::unwrapped_t<J>>;
      exec.for_each_n(last1 - first1, body{detail::unwrap(first1), detail::unwrap(first2)}, detail::default_grain);
      return first2 + (last1 - first1);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT swap_ranges_fn swap_ranges{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
