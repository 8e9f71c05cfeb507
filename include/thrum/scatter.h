// scatter: elements put where a map of indices says.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/detail/store.h>
#include <cstddef>

namespace thrum {

namespace detail {
template <class I, class M, class O>
struct scatter_body {
  I first;
  M map;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { detail::store(out[static_cast<std::ptrdiff_t>(map[i])], first[i]); }
};
}  // namespace detail

/// scatter(policy, first, last, map, out): out[map[i]] = first[i]. The indices of the map differ, or what ends up at
/// the place of several is unspecified (and a race for elements that are not plain numbers). O(n) work; no scratch
/// memory.
struct scatter_fn : detail::algorithm<scatter_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class M, class O>
  THRUM_HD void operator()(B const& exec, I first, I last, M map, O out) const {
    if constexpr (detail::valid_iterators<B, I, M, O>() && detail::valid_output<B, O, detail::element_t<I>>()) {
      using body = detail::scatter_body<detail::unwrapped_t<I>, detail::unwrapped_t<M>, detail::unwrapped_t<O>>;
      exec.for_each_n(last - first, body{detail::unwrap(first), detail::unwrap(map), detail::unwrap(out)},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT scatter_fn scatter{};

}  // namespace thrum
