// sort and sort_by_key of seq. Device code sorts in place, because device code has no scratch
// memory.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>

namespace thrum {

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
