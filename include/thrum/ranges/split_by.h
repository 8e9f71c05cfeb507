// ranges::split_by.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/output_with_room.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/split_by.h>
#include <algorithm>
#include <utility>

namespace thrum::ranges {

/// split_by(policy, range, out, offsets, class_of[, projection]): copies the elements by classes,
/// as many as the output has room for: first those of class 0, then those of class 1, and so on.
/// class_of returns the number of the class of an element, or of what the projection makes of it.
/// The offsets, a range with one element more than there are classes, become the beginnings of the
/// classes and the end of the last one, also where these are beyond the output.
///
/// The output and the offsets are ranges, or iterators with their ends. Returns {in, out}: the end
/// of the input and that of the offsets. Otherwise as thrum::split_by.
struct split_by_fn : detail::range_algorithm<split_by_fn, 3> {
  template <class B, class E, class O, class S, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, S const& offsets, F class_of, P projection = {}) {
    if constexpr (detail::valid_written<O::outlives>() && detail::valid_written<S::outlives>()) {
      auto const class_of_element = detail::projected_functor(std::move(class_of), std::move(projection));
      if (out.size >= in.size)
        thrum::split_by(exec, in.first, in.last(), out.first, offsets.first, offsets.last(), class_of_element);
      else
        thrum::split_by(exec, in.first, in.last(), detail::output_with_room(out, out.size), offsets.first,
                        offsets.last(), class_of_element);
    }
    return std::ranges::in_out_result<typename E::position, typename S::position>{in.end(), offsets.end()};
  }
};
THRUM_OBJECT split_by_fn split_by{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
