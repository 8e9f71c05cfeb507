// sum_bins: sums of elements by bin, in the shape of kernels/shape/sum_bins.h. Counts are sums of
// ones, unless count_bins.h has something better.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/sum_bins.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <thrum/detail/primitives/sum_bins_by_sort.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Stores in out[k] the sum, in T, of the values of the elements in bin k.
THRUM_EXEC_CHECK_DISABLE
template <class T, class B, class Bin, class Value, class O>
THRUM_HD void sum_bins(B const& exec, std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out) {
  if (bins <= 0) return;
  if constexpr (!backend_traits<B>::runs_on_host) {
    if constexpr (has_native<B, native::sum_bins> && !std::is_integral_v<T>) {
      if (n > 0 && detail::has_parts_of_bins(n, bins)) return exec.sum_bins(n, bin_of, value, bins, out, T());
      if (n > 0) return detail::sum_bins_by_sort<T>(exec, n, bin_of, value, bins, out);
    } else {
      if (n > 0) return detail::sum_bins_by_sort<T>(detail::any_shape_of(exec), n, bin_of, value, bins, out);
    }
  } else if constexpr (backend_traits<B>::has_scratch) {
    if (n > histogram_minimum) {
      if (detail::has_parts_of_bins(n, bins))
        return detail::sum_bins_in_parts<T>(exec, n, bin_of, value, bins, out);
      return detail::sum_bins_by_sort<T>(exec, n, bin_of, value, bins, out);
    }
  }
  detail::clear_bins(exec, out, bins);
  if constexpr (backend_traits<B>::runs_on_host) detail::add_to_bins(0, n, bin_of, value, out);
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/sum_bins.cuh>
#endif
