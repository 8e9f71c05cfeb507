// ranges::destroy, destroy_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/destroy.h>

namespace thrum::ranges {

/// destroy(policy, range): ends the lives of objects. Returns the end.
struct destroy_fn : detail::range_algorithm<destroy_fn, 1, 0> {
  template <class B, class E>
  static auto call(B const& exec, E const& out) {
    thrum::destroy(exec, out.first, out.last());
    return out.end();
  }
};
THRUM_OBJECT destroy_fn destroy{};

/// destroy_n(policy, first, n): the same for n objects.
THRUM_OBJECT detail::counted_algorithm<destroy_fn> destroy_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
