// ranges::generate, generate_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/generate.h>
#include <utility>

namespace thrum::ranges {

/// generate(policy, range, f): assigns f() to each element. Returns the end. Otherwise as
/// thrum::generate.
struct generate_fn : detail::range_algorithm<generate_fn, 1, 0> {
  template <class B, class E, class F>
  static auto call(B const& exec, E const& out, F f) {
    thrum::generate(exec, out.first, out.last(), std::move(f));
    return out.end();
  }
};
THRUM_OBJECT generate_fn generate{};

/// generate_n(policy, first, n, f): generate of n elements.
THRUM_OBJECT detail::counted_algorithm<generate_fn> generate_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
