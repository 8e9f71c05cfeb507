// sort, sort_by_key: always stable.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/detail/backends/seq/sort.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/sort.cuh>
#endif

namespace thrum::detail {

/// Sorts keys by less, stably. Takes O(n / 128) counters in addition to the buffer of n elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class Less>
THRUM_HD void sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort>) {
    exec.sort(keys, n, less);
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native sort");
    detail::composed_sort(exec, keys, n, less);
  }
}

/// Sorts keys by less, stably, and moves the values with the keys.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class Less>
THRUM_HD void sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort_by_key>) {
    exec.sort_by_key(keys, values, n, less);
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native sort_by_key");
    detail::composed_sort_by_key(exec, keys, values, n, less);
  }
}

}  // namespace thrum::detail
