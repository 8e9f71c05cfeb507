// ranges::scatter.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/scatter.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// scatter(policy, range, map, out): assigns each element to the element of the output at the index
/// that the map has for it, until the range or the map ends. The indices differ, and the output has
/// an element at each. Returns the positions {in1, in2} behind what was read. Otherwise as
/// thrum::scatter.
struct scatter_fn : detail::range_algorithm<scatter_fn, 3, 2> {
  template <class B, class E, class M, class O>
  static auto call(B const& exec, E const& in, M const& map, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, map.size);
    thrum::scatter(exec, in.first, in.at(n), map.first, out.first);
    return std::ranges::in_in_result<typename E::position, typename M::position>{in.result(n), map.result(n)};
  }
};
THRUM_OBJECT scatter_fn scatter{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
