// ranges::swap_ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/swap.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// swap_ranges(policy, range1, range2): exchanges the elements of two ranges, as far as the shorter
/// one goes. Returns the positions {in1, in2} behind them.
struct swap_ranges_fn : detail::range_algorithm<swap_ranges_fn, 2, 0> {
  template <class B, class E, class D>
  static auto call(B const& exec, E const& in1, D const& in2) {
    std::ptrdiff_t const n = std::min(in1.size, in2.size);
    thrum::swap_ranges(exec, in1.first, in1.at(n), in2.first);
    return std::ranges::swap_ranges_result<typename E::position, typename D::position>{in1.result(n),
                                                                                       in2.result(n)};
  }
};
THRUM_OBJECT swap_ranges_fn swap_ranges{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
