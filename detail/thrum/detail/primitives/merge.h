// merge: merges two sorted ranges into one.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/merge.h>
#include <thrum/detail/backends/seq/merge.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <cstddef>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/merge.cuh>
#endif

namespace thrum::detail {

/// Merges a and b into out, which overlaps neither. Of equal elements, those of a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (has_native<B, native::merge>) {
    exec.merge(a, na, b, nb, out, less);
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native merge");
    detail::merge_rows(exec, a, na, b, nb, column{a, b, out}, less);
  }
}

}  // namespace thrum::detail
