// ranges::mean.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/mean.h>
#include <utility>

namespace thrum::ranges {

/// mean(policy, range[, projection]): returns the arithmetic mean of numbers, or of those that the
/// projection makes of the elements; NaN for an empty range. Otherwise as thrum::mean.
struct mean_fn : detail::range_algorithm<mean_fn, 1> {
  template <class B, class E, class P = detail::left_out>
  static auto call(B const& exec, E const& in, P projection = {}) {
    if constexpr (detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      return thrum::mean(exec, from, from + in.size);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT mean_fn mean{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
