// move: moves elements to another range, rather than copying them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/bytes.h>
#include <cstddef>

namespace thrum {

namespace detail {
template <class I, class O>
struct move_body {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { detail::store(out[i], detail::moved_element(first, i)); }
};
}  // namespace detail

/// move(policy, first, last, out): assigns std::move(first[i]) to out[i], as the standard's
/// algorithm of that name does. Returns the end of the output, which does not overlap the input.
/// O(n) work; no scratch memory. An exception of an assignment leaves the call under seq and
/// tbb::par.
struct move_fn : detail::algorithm<move_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"move", {in("first"), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (!detail::valid_iterators<B, I, O>()) {
      return detail::wrong_call{};
    } else if constexpr (detail::valid_output<B, O, detail::moved_element_t<detail::unwrapped_t<I>>>()) {
      if constexpr (detail::copies_bytes<B, detail::unwrapped_t<I>, detail::unwrapped_t<O>>()) {
        detail::copy_bytes(exec, detail::unwrap(first), last - first, detail::unwrap(out));
      } else {
        using body = detail::move_body<detail::unwrapped_t<I>, detail::unwrapped_t<O>>;
        exec.for_each_n(last - first, body{detail::unwrap(first), detail::unwrap(out)}, detail::default_grain);
      }
      return out + (last - first);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT move_fn move{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
