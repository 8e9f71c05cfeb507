// ranges::count, count_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/count.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// count_if(policy, range, pred[, projection]): returns how many elements pred accepts.
struct count_if_fn : detail::range_algorithm<count_if_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static std::ptrdiff_t call(B const& exec, E const& in, F pred, P projection = {}) {
    return thrum::count_if(exec, in.first, in.last(),
                           detail::projected_functor(std::move(pred), std::move(projection)));
  }
};
THRUM_OBJECT count_if_fn count_if{};

/// count(policy, range, value[, projection]): returns how many elements equal value.
struct count_fn : detail::range_algorithm<count_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static std::ptrdiff_t call(B const& exec, E const& in, T const& value, P projection = {}) {
    if constexpr (detail::no_projection<P>) {
      return thrum::count(exec, in.first, in.last(), value);
    } else {
      return count_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                               std::move(projection));
    }
  }
};
THRUM_OBJECT count_fn count{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
