// ranges::find_last, find_last_if, find_last_if_not.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/find_last.h>
#include <utility>

namespace thrum::ranges {

/// find_last_if(policy, range, pred[, projection]): returns the subrange from the last element that
/// pred accepts to the end; it is empty if there is none. Stops soon after the hit, as
/// thrum::find_if does.
struct find_last_if_fn : detail::range_algorithm<find_last_if_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.between(thrum::find_last_if(exec, in.first, in.last(),
                                          detail::projected_functor(std::move(pred), std::move(projection))),
                      in.last());
  }
};
THRUM_OBJECT find_last_if_fn find_last_if{};

/// find_last_if_not(policy, range, pred[, projection]): find_last_if of what pred rejects.
struct find_last_if_not_fn : detail::range_algorithm<find_last_if_not_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.between(thrum::find_last_if_not(exec, in.first, in.last(),
                                              detail::projected_functor(std::move(pred), std::move(projection))),
                      in.last());
  }
};
THRUM_OBJECT find_last_if_not_fn find_last_if_not{};

/// find_last(policy, range, value[, projection]): find_last_if of what equals value.
struct find_last_fn : detail::range_algorithm<find_last_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& value, P projection = {}) {
    return find_last_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                                 std::move(projection));
  }
};
THRUM_OBJECT find_last_fn find_last{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
