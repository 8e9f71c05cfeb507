// ranges::rotate, rotate_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/copy.h>
#include <thrum/rotate.h>
#include <algorithm>
#include <cstddef>

namespace thrum::ranges {

/// The form of rotate for ranges, with the position behind the range.
struct rotate_of_range_fn : detail::range_algorithm<rotate_of_range_fn, 1, 0> {
  template <class B, class E>
  static auto call(B const& exec, E const& in, typename E::iterator middle) {
    return in.between(thrum::rotate(exec, in.first, middle, in.last()), in.last());
  }
};
/// rotate(policy, range, middle): exchanges what is before middle, an iterator, with what is from
/// there on. Returns the subrange of what was before it. rotate(policy, first, middle, last) does
/// the same.
THRUM_OBJECT detail::divided_algorithm<rotate_of_range_fn> rotate{};

/// The form of rotate_copy for ranges, with the position behind the range.
struct rotate_copy_of_range_fn : detail::range_algorithm<rotate_copy_of_range_fn, 2, 1, 1> {
  template <class B, class E, class O>
  static auto call(B const& exec, E const& in, O const& out, typename E::iterator middle) {
    std::ptrdiff_t const before = static_cast<std::ptrdiff_t>(middle - in.first), behind = in.size - before;
    std::ptrdiff_t const first_part = std::min(behind, out.size);
    std::ptrdiff_t const second_part = std::min(before, out.size - first_part);
    thrum::copy(exec, middle, in.at(before + first_part), out.first);
    thrum::copy(exec, in.first, in.at(second_part), out.at(first_part));
    using result = std::ranges::in_in_out_result<typename E::position, typename E::position, typename O::position>;
    return result{in.result(before + first_part), in.result(second_part), out.result(first_part + second_part)};
  }
};
/// rotate_copy(policy, range, middle, out): copies the elements from middle on, an iterator, and
/// then those before it, until the output is full. Returns {in1, in2, out}: behind what was copied
/// of the elements from middle on, behind what was copied of those before it, and the end of what
/// was written.
/// rotate_copy(policy, first, middle, last, out) and (..., out, out_last) do the same.
THRUM_OBJECT detail::divided_algorithm<rotate_copy_of_range_fn> rotate_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
