// ranges::fill, fill_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/fill.h>

namespace thrum::ranges {

/// fill(policy, range, value): assigns value to each element. Returns the end.
struct fill_fn : detail::range_algorithm<fill_fn, 1, 0> {
  template <class B, class E, class T>
  static auto call(B const& exec, E const& out, T const& value) {
    thrum::fill(exec, out.first, out.last(), value);
    return out.end();
  }
};
THRUM_OBJECT fill_fn fill{};

/// fill_n(policy, first, n, value): fill of n elements.
THRUM_OBJECT detail::counted_algorithm<fill_fn> fill_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
