// ranges::reverse, reverse_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/reverse.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// reverse(policy, range): reverses the order of the elements. Returns the end.
struct reverse_fn : detail::range_algorithm<reverse_fn, 1, 0> {
  template <class B, class E>
  static auto call(B const& exec, E const& in) {
    thrum::reverse(exec, in.first, in.last());
    return in.end();
  }
};
THRUM_OBJECT reverse_fn reverse{};

/// reverse_copy(policy, range, out): copies the elements from the last one on, until the output is
/// full. Returns {in1, in2, out}: the end of the input, the first element of it that was copied,
/// and the end of what was written.
struct reverse_copy_fn : detail::range_algorithm<reverse_copy_fn, 2, 1> {
  template <class B, class E, class O>
  static auto call(B const& exec, E const& in, O const& out) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    thrum::reverse_copy(exec, in.at(in.size - n), in.last(), out.first);
    return std::ranges::in_in_out_result<typename E::position, typename E::position, typename O::position>{
        in.end(), in.result(in.size - n), out.result(n)};
  }
};
THRUM_OBJECT reverse_copy_fn reverse_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
