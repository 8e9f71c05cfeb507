// ranges::all_of, any_of, none_of.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/logical.h>
#include <utility>

namespace thrum::ranges {

/// all_of(policy, range, pred[, projection]): says whether pred accepts all elements.
struct all_of_fn : detail::range_algorithm<all_of_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F pred, P projection = {}) {
    return thrum::all_of(exec, in.first, in.last(),
                         detail::projected_functor(std::move(pred), std::move(projection)));
  }
};
THRUM_OBJECT all_of_fn all_of{};

/// any_of(policy, range, pred[, projection]): says whether pred accepts an element.
struct any_of_fn : detail::range_algorithm<any_of_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F pred, P projection = {}) {
    return thrum::any_of(exec, in.first, in.last(),
                         detail::projected_functor(std::move(pred), std::move(projection)));
  }
};
THRUM_OBJECT any_of_fn any_of{};

/// none_of(policy, range, pred[, projection]): says whether pred accepts no element.
struct none_of_fn : detail::range_algorithm<none_of_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F pred, P projection = {}) {
    return thrum::none_of(exec, in.first, in.last(),
                          detail::projected_functor(std::move(pred), std::move(projection)));
  }
};
THRUM_OBJECT none_of_fn none_of{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
