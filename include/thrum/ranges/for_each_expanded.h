// ranges::for_each_expanded.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/for_each_expanded.h>
#include <algorithm>
#include <utility>

namespace thrum::ranges {

/// for_each_expanded(policy, counts, f[, projection]): calls f(i, j) for each index i of the counts
/// and each j in [0, counts[i]). The counts are integers, or the projection makes integers of them.
/// Returns {end, f}; f is a copy of the argument, for the copies that ran are lost. Otherwise as
/// thrum::for_each_expanded.
struct for_each_expanded_fn : detail::range_algorithm<for_each_expanded_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& counts, F f, P projection = {}) {
    if constexpr (detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(counts.first, std::move(projection));
      thrum::for_each_expanded(exec, from, from + counts.size, f);
    }
    return std::ranges::for_each_result<typename E::position, F>{counts.end(), std::move(f)};
  }
};
THRUM_OBJECT for_each_expanded_fn for_each_expanded{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
