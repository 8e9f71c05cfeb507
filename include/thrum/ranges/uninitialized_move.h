// ranges::uninitialized_move, uninitialized_move_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/uninitialized_move.h>
#include <algorithm>
#include <cstddef>
#include <memory>

namespace thrum::ranges {

/// uninitialized_move(policy, range, out): makes objects of elements in raw memory, until the input
/// ends or the output is full. Returns the positions {in, out} behind.
struct uninitialized_move_fn : detail::range_algorithm<uninitialized_move_fn, 2, 1> {
  template <class B, class E, class O>
  static auto call(B const& exec, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    thrum::uninitialized_move(exec, in.first, in.at(n), out.first);
    return std::ranges::uninitialized_move_result<typename E::position, typename O::position>{in.result(n),
                                                                                              out.result(n)};
  }
};
THRUM_OBJECT uninitialized_move_fn uninitialized_move{};

/// uninitialized_move_n(policy, first, n, out): the same for n elements.
THRUM_OBJECT detail::counted_algorithm<uninitialized_move_fn> uninitialized_move_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
