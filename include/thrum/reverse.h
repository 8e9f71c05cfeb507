// reverse, reverse_copy: the last element first.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <cstddef>

namespace thrum {

namespace detail {
template <class I, class O>
struct reverse_copy_body {
  static constexpr auto kind = are_numbers_in_memory<I, O> ? body_kind::move_numbers : body_kind::brief;
  I first;
  std::ptrdiff_t last;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { detail::store(out[i], first[last - i]); }
};
}  // namespace detail

/// reverse(policy, first, last): exchanges the elements at equal distances from both ends. O(n)
/// work; no scratch memory.
struct reverse_fn : detail::algorithm<reverse_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"reverse", {inout("first"), until("last")}};
  }
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

/// reverse_copy(policy, first, last, out): copies the elements, the last one first. Returns the end
/// of the output. The output does not overlap the input. O(n) work; no scratch memory.
struct reverse_copy_fn : detail::algorithm<reverse_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"reverse_copy", {in("first"), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_output<B, O, detail::element_t<I>>()) {
      std::ptrdiff_t const n = last - first;
      using body = detail::reverse_copy_body<detail::unwrapped_t<I>, detail::unwrapped_t<O>>;
      exec.for_each_n(n, body{detail::unwrap(first), n - 1, detail::unwrap(out)}, detail::default_grain);
      return out + n;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT reverse_copy_fn reverse_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
