// merge: two sorted ranges into one, split by merge path (Odeh, Green, Mwassi, Shmueli, Birk: Merge Path, 2012).
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <iterator>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/merge.cuh>
#endif

namespace thrum {
namespace detail {

/// How many of the first `diagonal` elements of the stable merge of a and b come from a.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD std::ptrdiff_t merge_path(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, std::ptrdiff_t diagonal,
                                   Less less) {
  std::ptrdiff_t low = diagonal > nb ? diagonal - nb : 0;
  std::ptrdiff_t high = diagonal < na ? diagonal : na;
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    if (!less(b[diagonal - 1 - middle], a[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  std::ptrdiff_t i = 0, j = 0;
  using value = std::iter_value_t<A>;
  if constexpr (std::is_pointer_v<A> && std::is_same_v<A, B> && std::is_trivially_copyable_v<value>) {
    // Neither side can end within the next min(left of a, left of b) steps: no test, and no branch on the data.
    for (std::ptrdiff_t steps; (steps = na - i < nb - j ? na - i : nb - j) > 0;) {
      for (; steps > 0; --steps) {
        bool const from_b = less(b[j], a[i]);
        A const source = from_b ? b + j : a + i;
        out[i + j] = *source;
        j += from_b;
        i += !from_b;
      }
    }
  } else {
    while (i < na && j < nb) {
      if (less(b[j], a[i])) {
        detail::store(out[i + j], b[j]);
        ++j;
      } else {
        detail::store(out[i + j], a[i]);
        ++i;
      }
    }
  }
  for (; i < na; ++i) detail::store(out[i + j], a[i]);
  for (; j < nb; ++j) detail::store(out[i + j], b[j]);
}

namespace detail {

/// Merges a and b into out, which overlaps neither; of equal elements those of a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (requires { exec.merge(a, na, b, nb, out, less); }) {
    exec.merge(a, na, b, nb, out, less);
  } else {
    constexpr std::ptrdiff_t tile = 8192;
    std::ptrdiff_t const n = na + nb;
    exec.for_each_n((n + tile - 1) / tile,
                    [=](std::ptrdiff_t t) {
                      std::ptrdiff_t const begin = t * tile, end = n - begin < tile ? n : begin + tile;
                      std::ptrdiff_t const i = detail::merge_path(a, na, b, nb, begin, less);
                      std::ptrdiff_t const i_end = detail::merge_path(a, na, b, nb, end, less);
                      std::ptrdiff_t const j = begin - i, j_end = end - i_end;
                      seq_policy{}.merge(a + i, i_end - i, b + j, j_end - j, out + begin, less);
                    },
                    2);
  }
}

}  // namespace detail
}  // namespace thrum
