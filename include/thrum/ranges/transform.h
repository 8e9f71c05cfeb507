// ranges::transform.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>

namespace thrum::ranges {

/// transform(policy, range, out, f[, projection]): writes f of each element, until the input ends
/// or the output is full. Returns the positions {in, out} behind.
/// transform(policy, range1, range2, out, f[, projection1[, projection2]]): writes f of two
/// elements at a time, as far as the shortest of the three ranges goes. Returns {in1, in2, out}.
///
/// An argument behind the first two ranges that is a range, or an iterator, is the output of the
/// second form. Otherwise as thrum::transform.
struct transform_fn {
  template <class First, class... Rest>
  constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    if constexpr (detail::ranges_in_front<3, First, Rest...>::complete)
      return of_two{}(std::forward<First>(first), std::forward<Rest>(rest)...);
    else return of_one{}(std::forward<First>(first), std::forward<Rest>(rest)...);
  }

 private:
  struct of_one : detail::range_algorithm<of_one, 2, 1> {
    template <class B, class E, class O, class F, class P = detail::left_out>
    static auto call(B const& exec, E const& in, O const& out, F f, P projection = {}) {
      std::ptrdiff_t const n = std::min(in.size, out.size);
      thrum::transform(exec, in.first, in.at(n), out.first,
                       detail::projected_functor(std::move(f), std::move(projection)));
      return std::ranges::unary_transform_result<typename E::position, typename O::position>{in.result(n),
                                                                                             out.result(n)};
    }
  };
  struct of_two : detail::range_algorithm<of_two, 3, 2> {
    template <class B, class E, class D, class O, class F, class P = detail::left_out, class Q = detail::left_out>
    static auto call(B const& exec, E const& in1, D const& in2, O const& out, F f, P projection1 = {},
                     Q projection2 = {}) {
      std::ptrdiff_t const n = std::min({in1.size, in2.size, out.size});
      thrum::transform(exec, in1.first, in1.at(n), in2.first, out.first,
                       detail::projected_functor(std::move(f), std::move(projection1), std::move(projection2)));
      return std::ranges::binary_transform_result<typename E::position, typename D::position,
                                                  typename O::position>{in1.result(n), in2.result(n),
                                                                        out.result(n)};
    }
  };
};
THRUM_OBJECT transform_fn transform{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
