// ranges::find, find_if, find_if_not.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/find.h>
#include <utility>

namespace thrum::ranges {

/// find_if(policy, range, pred[, projection]): returns the position of the first element that pred
/// accepts, or the end. Otherwise as thrum::find_if.
struct find_if_fn : detail::range_algorithm<find_if_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.result(thrum::find_if(exec, in.first, in.last(),
                                    detail::projected_functor(std::move(pred), std::move(projection))));
  }
};
THRUM_OBJECT find_if_fn find_if{};

/// find_if_not(policy, range, pred[, projection]): returns the position of the first element that
/// pred rejects, or the end.
struct find_if_not_fn : detail::range_algorithm<find_if_not_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.result(thrum::find_if_not(exec, in.first, in.last(),
                                        detail::projected_functor(std::move(pred), std::move(projection))));
  }
};
THRUM_OBJECT find_if_not_fn find_if_not{};

/// find(policy, range, value[, projection]): returns the position of the first element that equals
/// value, or the end.
struct find_fn : detail::range_algorithm<find_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& value, P projection = {}) {
    if constexpr (detail::no_projection<P>) {
      return in.result(thrum::find(exec, in.first, in.last(), value));
    } else {
      return find_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                              std::move(projection));
    }
  }
};
THRUM_OBJECT find_fn find{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
