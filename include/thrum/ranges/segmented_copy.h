// ranges::segmented_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/segmented_copy.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// segmented_copy(policy, begins, sizes, range, out, out_begins): makes a copy for each number s:
/// copies the sizes[s] elements of the range from begins[s] on to the places of the output from
/// out_begins[s] on. The call ends where the begins, the sizes or the begins in the output end. The
/// range and the output have all elements that these name; the output is a range, or an iterator
/// with its end. Returns the position in the begins behind the last copy. Otherwise as
/// thrum::segmented_copy.
struct segmented_copy_fn : detail::range_algorithm<segmented_copy_fn, 5> {
  template <class B, class S, class N, class E, class O, class T>
  static auto call(B const& exec, S const& begins, N const& sizes, E const& in, O const& out,
                   T const& out_begins) {
    std::ptrdiff_t const n = std::min({begins.size, sizes.size, out_begins.size});
    if constexpr (detail::valid_written<O::outlives>())
      thrum::segmented_copy(exec, begins.first, begins.at(n), sizes.first, in.first, out.first, out_begins.first);
    return begins.result(n);
  }
};
THRUM_OBJECT segmented_copy_fn segmented_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
