// The innermost loop of element-wise algorithms on the host, and what loops over tiles need.
#pragma once

#include <thrum/detail/config.h>
#include <cstddef>

namespace thrum::detail {

/// std::min of two sizes, which device code can call and which costs no <algorithm>.
THRUM_HD constexpr std::ptrdiff_t least(std::ptrdiff_t a, std::ptrdiff_t b) { return b < a ? b : a; }

/// The length of the range of an algorithm that is asked for n elements: of none where n is negative.
template <class Size>
THRUM_HD constexpr std::ptrdiff_t length_of(Size n) {
  auto const length = static_cast<std::ptrdiff_t>(n);
  return length < 0 ? 0 : length;
}

/// Calls f(i) for each i in [begin, end). The calls are independent of each other, so that they may be interleaved, unless
/// F says that it has_side_effects. The inner loop has a constant length, which is what compilers need in order to
/// vectorise it at plain -O2.
template <class F>
void independent_loop(std::ptrdiff_t begin, std::ptrdiff_t end, F f) {
  constexpr std::ptrdiff_t block = 64;
  std::ptrdiff_t i = begin;
  if constexpr (!requires { typename F::has_side_effects; }) {
    for (; end - i >= block; i += block) {
      THRUM_INDEPENDENT
      for (std::ptrdiff_t j = 0; j < block; ++j) f(i + j);
    }
  }
  for (; i < end; ++i) f(i);
}

}  // namespace thrum::detail
