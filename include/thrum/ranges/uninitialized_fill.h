// ranges::uninitialized_fill, uninitialized_fill_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/uninitialized_fill.h>

namespace thrum::ranges {

/// uninitialized_fill(policy, range, value): makes copies of value in raw memory. Returns the end.
struct uninitialized_fill_fn : detail::range_algorithm<uninitialized_fill_fn, 1, 0> {
  template <class B, class E, class T>
  static auto call(B const& exec, E const& out, T const& value) {
    thrum::uninitialized_fill(exec, out.first, out.last(), value);
    return out.end();
  }
};
THRUM_OBJECT uninitialized_fill_fn uninitialized_fill{};

/// uninitialized_fill_n(policy, first, n, value): the same for n objects.
THRUM_OBJECT detail::counted_algorithm<uninitialized_fill_fn> uninitialized_fill_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
