// destroy, destroy_n: destroy objects and keep their memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/uninitialized.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// destroy_n(policy, first, n): calls the destructors of n objects from first on, in any order.
/// Returns first + n. For types with a trivial destructor does nothing, and waits for nothing.
/// Destructors do not throw. O(n) work; no scratch memory.
struct destroy_n_fn : detail::algorithm<destroy_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"destroy_n", {inout("first"), length("n")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size>
  THRUM_HD I operator()(B const& exec, I first, Size n) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_count<Size>() &&
                  detail::valid_to_destroy<I>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      if constexpr (!std::is_trivially_destructible_v<std::iter_value_t<I>>) {
        exec.for_each_n(size, detail::element_destroyer<detail::unwrapped_t<I>>{detail::unwrap(first)},
                        detail::default_grain);
      }
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT destroy_n_fn destroy_n{};

/// destroy(policy, first, last): does destroy_n over [first, last).
struct destroy_fn : detail::algorithm<destroy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"destroy", {inout("first"), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I>
  THRUM_HD void operator()(B const& exec, I first, I last) const {
    if constexpr (detail::valid_iterators<B, I>()) destroy_n_fn{}(exec, first, last - first);
  }
};
THRUM_OBJECT destroy_fn destroy{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
