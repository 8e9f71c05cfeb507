// ranges::move.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/move.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// move(policy, range, out): moves elements until the input ends or the output is full. Returns the
/// positions {in, out} behind what was moved.
struct move_fn : detail::range_algorithm<move_fn, 2, 1> {
  template <class B, class E, class O>
  static auto call(B const& exec, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    thrum::move(exec, in.first, in.at(n), out.first);
    return std::ranges::move_result<typename E::position, typename O::position>{in.result(n), out.result(n)};
  }
};
THRUM_OBJECT move_fn move{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
