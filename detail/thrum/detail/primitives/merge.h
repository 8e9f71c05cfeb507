// merge: merges two sorted ranges into one.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/merge.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/primitives/columns.h>
#include <cstddef>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/merge.cuh>
#endif

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  detail::merge_rows_in_order(a, 0, na, b, 0, nb, detail::column{a, b, out}, less);
}

namespace detail {

/// Merges a and b into out, which overlaps neither. Of equal elements, those of a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (has_native<B, native::merge>) exec.merge(a, na, b, nb, out, less);
  else detail::merge_rows(exec, a, na, b, nb, column{a, b, out}, less);
}

}  // namespace detail
}  // namespace thrum
