// ranges::variance, sample_variance.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/variance.h>
#include <utility>

namespace thrum::ranges {

/// variance(policy, range[, projection]): returns the mean of the squared differences of numbers
/// and their mean, of the elements or of what the projection makes of them; NaN for an empty range.
/// The projection is called twice for each element. Otherwise as thrum::variance.
struct variance_fn : detail::range_algorithm<variance_fn, 1> {
  template <class B, class E, class P = detail::left_out>
  static auto call(B const& exec, E const& in, P projection = {}) {
    if constexpr (detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      return thrum::variance(exec, from, from + in.size);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT variance_fn variance{};

/// sample_variance(policy, range[, projection]): the same, divided by n - 1 in place of n; NaN for
/// fewer than two elements. Otherwise as thrum::sample_variance.
struct sample_variance_fn : detail::range_algorithm<sample_variance_fn, 1> {
  template <class B, class E, class P = detail::left_out>
  static auto call(B const& exec, E const& in, P projection = {}) {
    if constexpr (detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      return thrum::sample_variance(exec, from, from + in.size);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT sample_variance_fn sample_variance{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
