// ranges::replace, replace_if, replace_copy, replace_copy_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/replace.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// replace_if(policy, range, pred, value[, projection]): assigns value to the elements that pred
/// accepts. Returns the end.
struct replace_if_fn : detail::range_algorithm<replace_if_fn, 1, 0> {
  template <class B, class E, class F, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, T const& value, P projection = {}) {
    thrum::replace_if(exec, in.first, in.last(), detail::projected_functor(std::move(pred), std::move(projection)),
                      value);
    return in.end();
  }
};
THRUM_OBJECT replace_if_fn replace_if{};

/// replace(policy, range, old_value, new_value[, projection]): assigns new_value to the elements
/// that equal old_value. Returns the end.
struct replace_fn : detail::range_algorithm<replace_fn, 1, 0> {
  template <class B, class E, class T, class U, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& old_value, U const& new_value, P projection = {}) {
    return replace_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{old_value}, new_value,
                               std::move(projection));
  }
};
THRUM_OBJECT replace_fn replace{};

/// replace_copy_if(policy, range, out, pred, value[, projection]): copies elements, and value in
/// place of those that pred accepts, until the input ends or the output is full. Returns the
/// positions {in, out} behind.
struct replace_copy_if_fn : detail::range_algorithm<replace_copy_if_fn, 2, 1> {
  template <class B, class E, class O, class F, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F pred, T const& value, P projection = {}) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    thrum::replace_copy_if(exec, in.first, in.at(n), out.first,
                           detail::projected_functor(std::move(pred), std::move(projection)), value);
    return std::ranges::replace_copy_if_result<typename E::position, typename O::position>{in.result(n),
                                                                                           out.result(n)};
  }
};
THRUM_OBJECT replace_copy_if_fn replace_copy_if{};

/// replace_copy(policy, range, out, old_value, new_value[, projection]): replace_copy_if of the
/// elements that equal old_value.
struct replace_copy_fn : detail::range_algorithm<replace_copy_fn, 2, 1> {
  template <class B, class E, class O, class T, class U, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, T const& old_value, U const& new_value,
                   P projection = {}) {
    return replace_copy_if_fn::call(exec, in, out, detail::equals_value<detail::value_of_t<T const>>{old_value},
                                    new_value, std::move(projection));
  }
};
THRUM_OBJECT replace_copy_fn replace_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
