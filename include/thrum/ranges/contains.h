// ranges::contains, contains_subrange.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/contains.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/logical.h>
#include <utility>

namespace thrum::ranges {

/// contains(policy, range, value[, projection]): says whether an element equals value.
struct contains_fn : detail::range_algorithm<contains_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static bool call(B const& exec, E const& in, T const& value, P projection = {}) {
    if constexpr (detail::no_projection<P>) return thrum::contains(exec, in.first, in.last(), value);
    else {
      detail::equals_value<detail::value_of_t<T const>> const same{value};
      return thrum::any_of(exec, in.first, in.last(), detail::projected_functor(same, std::move(projection)));
    }
  }
};
THRUM_OBJECT contains_fn contains{};

/// contains_subrange(policy, range, pattern[, equal[, projection1[, projection2]]]): says whether a
/// subrange equals the pattern.
struct contains_subrange_fn : detail::range_algorithm<contains_subrange_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static bool call(B const& exec, E const& in, D const& pattern, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    return thrum::contains_subrange(
        exec, in.first, in.last(), pattern.first, pattern.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT contains_subrange_fn contains_subrange{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
