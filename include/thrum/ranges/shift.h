// ranges::shift_left, shift_right.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/shift.h>

namespace thrum::ranges {

/// shift_left(policy, range, n): moves each element to the front by n indices. Returns the subrange
/// of the moved elements.
struct shift_left_fn : detail::range_algorithm<shift_left_fn, 1, 0> {
  template <class B, class E, class Size>
  static auto call(B const& exec, E const& in, Size n) {
    return in.between(in.first, thrum::shift_left(exec, in.first, in.last(), n));
  }
};
THRUM_OBJECT shift_left_fn shift_left{};

/// shift_right(policy, range, n): moves each element to the back by n indices. Returns the subrange
/// of the moved elements.
struct shift_right_fn : detail::range_algorithm<shift_right_fn, 1, 0> {
  template <class B, class E, class Size>
  static auto call(B const& exec, E const& in, Size n) {
    return in.between(thrum::shift_right(exec, in.first, in.last(), n), in.last());
  }
};
THRUM_OBJECT shift_right_fn shift_right{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
