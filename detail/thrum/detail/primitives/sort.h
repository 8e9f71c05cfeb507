// sort, sort_by_key: always stable.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/sort.cuh>
#endif

namespace thrum {
namespace detail {

/// Sorts keys by less, stably. Takes O(n / 128) counters in addition to the buffer of n elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class Less>
THRUM_HD void sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort>) exec.sort(keys, n, less);
  else detail::composed_sort(exec, keys, n, less);
}

/// Sorts keys by less, stably, and moves the values with the keys.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class Less>
THRUM_HD void sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort_by_key>) exec.sort_by_key(keys, values, n, less);
  else detail::composed_sort_by_key(exec, keys, values, n, less);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class K, class Less>
THRUM_HD void seq_policy::sort(K keys, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_range<K>{keys}, n, detail::sorting_order<std::iter_value_t<K>>(less));
#else
  detail::composed_sort(*this, keys, n, less);
#endif
}

THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class Less>
THRUM_HD void seq_policy::sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_pairs<K, V>{{keys}, {values}}, n,
                        detail::sorting_order<std::iter_value_t<K>>(less));
#else
  detail::composed_sort_by_key(*this, keys, values, n, less);
#endif
}

}  // namespace thrum
