// reverse: the last element first.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/detail/moved_element.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

namespace detail {
template <class I>
struct reverse_body {
  I first;
  std::ptrdiff_t last;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::iter_value_t<I> held = detail::moved_element(first, i);
    first[i] = detail::moved_element(first, last - i);
    first[last - i] = std::move(held);
  }
};
}  // namespace detail

/// reverse(policy, first, last): exchanges the elements at equal distances from both ends. O(n) work; no scratch memory.
struct reverse_fn : detail::algorithm<reverse_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I>
  THRUM_HD void operator()(B const& exec, I first, I last) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_in_place<B, I>()) {
      std::ptrdiff_t const n = last - first;
      exec.for_each_n(n / 2, detail::reverse_body<detail::unwrapped_t<I>>{detail::unwrap(first), n - 1},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT reverse_fn reverse{};

}  // namespace thrum
