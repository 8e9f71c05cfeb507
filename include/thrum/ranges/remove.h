// ranges::remove, remove_if, remove_copy, remove_copy_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/functional.h>
#include <thrum/ranges/copy.h>
#include <thrum/remove.h>
#include <algorithm>
#include <utility>

namespace thrum::ranges {

/// remove_if(policy, range, pred[, projection]): moves the elements that pred rejects to the front,
/// in their order. Returns the subrange of what is behind them, whose elements have unspecified
/// values.
struct remove_if_fn : detail::range_algorithm<remove_if_fn, 1, 0> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.between(thrum::remove_if(exec, in.first, in.last(),
                                       detail::projected_functor(std::move(pred), std::move(projection))),
                      in.last());
  }
};
THRUM_OBJECT remove_if_fn remove_if{};

/// remove(policy, range, value[, projection]): remove_if of the elements that equal value.
struct remove_fn : detail::range_algorithm<remove_fn, 1, 0> {
  template <class B, class E, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& value, P projection = {}) {
    return remove_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                              std::move(projection));
  }
};
THRUM_OBJECT remove_fn remove{};

/// remove_copy_if(policy, range, out, pred[, projection]): copies the elements that pred rejects,
/// until the input ends or the output is full. Returns {in, out} as copy_if does.
struct remove_copy_if_fn : detail::range_algorithm<remove_copy_if_fn, 2, 1> {
  template <class B, class E, class O, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F pred, P projection = {}) {
    auto accept = detail::projected_functor(std::move(pred), std::move(projection));
    return copy_if_fn::call(exec, in, out, not_fn(std::move(accept)));
  }
};
THRUM_OBJECT remove_copy_if_fn remove_copy_if{};

/// remove_copy(policy, range, out, value[, projection]): remove_copy_if of the elements that equal
/// value.
struct remove_copy_fn : detail::range_algorithm<remove_copy_fn, 2, 1> {
  template <class B, class E, class O, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, T const& value, P projection = {}) {
    return remove_copy_if_fn::call(exec, in, out, detail::equals_value<detail::value_of_t<T const>>{value},
                                   std::move(projection));
  }
};
THRUM_OBJECT remove_copy_fn remove_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
