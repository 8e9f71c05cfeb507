// ranges::copy, copy_n, copy_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/detail/algorithms/truncated.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// copy(policy, range, out): copies elements until the input ends or the output is full. Returns
/// the positions {in, out} behind what was copied. The output may be an iterator alone: then it has
/// room for all. Otherwise as thrum::copy.
struct copy_fn : detail::range_algorithm<copy_fn, 2, 1> {
  template <class B, class E, class O>
  static auto call(B const& exec, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    thrum::copy(exec, in.first, in.at(n), out.first);
    return std::ranges::copy_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT copy_fn copy{};

/// copy_n(policy, first, n, out): copy of n elements.
THRUM_OBJECT detail::counted_algorithm<copy_fn> copy_n{};

/// copy_if(policy, range, out, pred[, projection]): copies the elements that pred accepts, in their
/// order, until the input ends or the output is full. Returns {in, out}: the end of what was
/// written, and the end of the input, or the first element that pred accepts and that has no room.
///
/// Calls pred once for each element if the output has room for the whole input. For a shorter
/// output it is called up to four times: what fits is counted before it is copied. Otherwise as
/// thrum::copy_if.
struct copy_if_fn : detail::range_algorithm<copy_if_fn, 2, 1> {
  template <class B, class E, class O, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F pred, P projection = {}) {
    auto const accept = detail::projected_functor(std::move(pred), std::move(projection));
    std::ptrdiff_t n = in.size;
    if (out.size < n && thrum::count_if(exec, in.first, in.last(), accept) > out.size) {
      n = detail::first_without_room(n, out.size, [&](std::ptrdiff_t i, std::ptrdiff_t j) {
        return thrum::count_if(exec, in.at(i), in.at(j), accept);
      });
    }
    auto const end = thrum::copy_if(exec, in.first, in.at(n), out.first, accept);
    return std::ranges::copy_if_result<typename E::position, typename O::position>{in.result(n), out.result(end)};
  }
};
THRUM_OBJECT copy_if_fn copy_if{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
