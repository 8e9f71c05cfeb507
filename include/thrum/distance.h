// distance: the number of elements between two iterators, on host and device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <iterator>

namespace thrum {

/// Returns last - first: in one step if the iterators have random access, otherwise by walking from
/// first to last.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr std::iter_difference_t<I> distance(I first, I last) {
  if constexpr (requires { last - first; }) {
    return last - first;
  } else {
    std::iter_difference_t<I> n = 0;
    for (; first != last; ++first) ++n;
    return n;
  }
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
