// rotate, rotate_copy: the beginning of a range behind its end.
#pragma once

#include <thrum/copy.h>
#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/detail/step_of.h>
#include <thrum/reverse.h>
#include <cstddef>

namespace thrum {

/// rotate(policy, first, middle, last): exchanges [first, middle) and [middle, last), each in its order, where they
/// are. Returns the place of the element that was first. Both parts are reversed, and then the whole: O(n) work, 3n
/// moves; no scratch memory. Elements need be movable only.
struct rotate_fn : detail::algorithm<rotate_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I>
  THRUM_HD I operator()(B const& exec, I first, I middle, I last) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_in_place<B, I>()) {
      if (first != middle && middle != last) {
        B const step = detail::step_of(exec);
        reverse_fn{}(step, first, middle);
        reverse_fn{}(step, middle, last);
        reverse_fn{}(exec, first, last);
      }
      return first + (last - middle);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT rotate_fn rotate{};

/// rotate_copy(policy, first, middle, last, out): copies [middle, last) and behind it [first, middle). Returns the end
/// of the output, which does not overlap the input. O(n) work; no scratch memory.
struct rotate_copy_fn : detail::algorithm<rotate_copy_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I middle, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>()) {
      // The last step has elements to copy: under CUDA it is the one that waits.
      if (first == middle) return copy_fn{}(exec, first, last, out);
      return copy_fn{}(exec, first, middle, copy_fn{}(detail::step_of(exec), middle, last, out));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT rotate_copy_fn rotate_copy{};

}  // namespace thrum
