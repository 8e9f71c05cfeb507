// ranges::tabulate.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/tabulate.h>
#include <utility>

namespace thrum::ranges {

/// tabulate(policy, range, f): assigns f(i) to each element, of which i is the index. Returns the
/// end. Otherwise as thrum::tabulate.
struct tabulate_fn : detail::range_algorithm<tabulate_fn, 1, 0> {
  template <class B, class E, class F>
  static auto call(B const& exec, E const& out, F f) {
    thrum::tabulate(exec, out.first, out.last(), std::move(f));
    return out.end();
  }
};
THRUM_OBJECT tabulate_fn tabulate{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
