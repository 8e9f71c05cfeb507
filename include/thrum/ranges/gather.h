// ranges::gather.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/gather.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// gather(policy, map, range, out): copies the elements at the indices of the map, in the order of
/// the map, until the map ends or the output is full. Returns {in, out}: the position in the map,
/// and that in the output, behind what was copied. Otherwise as thrum::gather.
struct gather_fn : detail::range_algorithm<gather_fn, 3, 2> {
  template <class B, class M, class E, class O>
  static auto call(B const& exec, M const& map, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(map.size, out.size);
    thrum::gather(exec, map.first, map.at(n), in.first, out.first);
    return std::ranges::in_out_result<typename M::position, typename O::position>{map.result(n), out.result(n)};
  }
};
THRUM_OBJECT gather_fn gather{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
