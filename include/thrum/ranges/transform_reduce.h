// ranges::transform_reduce.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// transform_reduce(policy, range, init, op, f[, projection]): returns op over init and f of each
/// element.
/// transform_reduce(policy, range1, range2, init[, op, f[, projection1[, projection2]]]): returns
/// op over init and f of two elements at a time, as far as the shorter range goes; the sum of
/// products unless op and f are given.
///
/// The order of the arguments is the standard's. Otherwise as thrum::transform_reduce.
struct transform_reduce_fn {
  template <class First, class... Rest>
  constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    // An init that is a range, such as a string, and the two arguments behind it are no second
    // range.
    using found = detail::ranges_in_front<2, First, Rest...>;
    if constexpr (found::complete && found::size - found::places.rest != 2)
      return of_two{}(std::forward<First>(first), std::forward<Rest>(rest)...);
    else return of_one{}(std::forward<First>(first), std::forward<Rest>(rest)...);
  }

 private:
  struct of_one : detail::range_algorithm<of_one, 1> {
    template <class B, class E, class T, class G, class F, class P = detail::left_out>
    static auto call(B const& exec, E const& in, T init, G op, F f, P projection = {}) {
      return thrum::transform_reduce(exec, in.first, in.last(),
                                     detail::projected_functor(std::move(f), std::move(projection)),
                                     std::move(init), detail::as_functor(std::move(op)));
    }
  };
  struct of_two : detail::range_algorithm<of_two, 2> {
    template <class B, class E, class D, class T>
    static auto call(B const& exec, E const& in1, D const& in2, T init) {
      return of_two::call(exec, in1, in2, std::move(init), plus<>{}, multiplies<>{});
    }
    template <class B, class E, class D, class T, class G, class F, class P = detail::left_out,
              class Q = detail::left_out>
    static auto call(B const& exec, E const& in1, D const& in2, T init, G op, F f, P projection1 = {},
                     Q projection2 = {}) {
      std::ptrdiff_t const n = std::min(in1.size, in2.size);
      return thrum::transform_reduce(
          exec, in1.first, in1.at(n), in2.first, std::move(init), detail::as_functor(std::move(op)),
          detail::projected_functor(std::move(f), std::move(projection1), std::move(projection2)));
    }
  };
};
THRUM_OBJECT transform_reduce_fn transform_reduce{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
