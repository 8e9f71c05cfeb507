// count_bins: the number of elements in each bin.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/count_bins.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <thrum/detail/primitives/sum_bins.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/count_bins.cuh>
#endif

namespace thrum::detail {

template <class O>
struct put_count {
  unsigned long long const* counts;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k) const { detail::store(out[k], counts[k]); }
};

/// Whether bins are integers in memory that a GPU can add to.
template <class O>
inline constexpr bool is_pointer_to_counts = false;
template <class C>
inline constexpr bool is_pointer_to_counts<C*> =
    std::is_integral_v<C> && !std::is_volatile_v<C> && (sizeof(C) == 4 || sizeof(C) == 8);

/// Counts out[k] = the number of elements in bin k. A backend may have count_bins(n, bin_of, bins,
/// counts), which may take counts of other types than unsigned long long. seq takes no scratch
/// memory, unless bins are floating-point numbers: adding one to a large floating-point number does
/// not change it.
THRUM_EXEC_CHECK_DISABLE
template <class B, class Bin, class O>
THRUM_HD void count_bins(B const& exec, std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, O out) {
  if (bins <= 0) return;
  if constexpr (has_native<B, native::count_bins>) {
    if constexpr (is_pointer_to_counts<O>) {
      if constexpr (requires { exec.count_bins(n, bin_of, bins, out); }) {
        return exec.count_bins(n, bin_of, bins, out);
      }
    }
    scratch_array<unsigned long long, B> const counts(exec, bins);
    detail::step_of(exec).count_bins(n, bin_of, bins, counts.data());
    return exec.for_each_n(bins, put_count<O>{counts.data(), out}, default_grain);
  }
  constexpr bool is_seq = backend_traits<B>::is_serial;
  constexpr bool counts_in_place = is_seq && !std::is_floating_point_v<std::iter_value_t<O>>;
  if constexpr (backend_traits<B>::runs_on_host && backend_traits<B>::has_scratch) {
    if (is_seq && detail::count_if_few(0, n, bin_of, bins, out)) return;
    if constexpr (!counts_in_place) {
      std::ptrdiff_t const parts = detail::parts_of_counts(n, bins);
      if (parts > 1) return detail::count_bins_on_threads(exec, n, bin_of, bins, parts, out);
    }
    if (!is_seq && detail::count_if_few(0, n, bin_of, bins, out)) return;
  }
  if constexpr (counts_in_place) {
    detail::clear_bins(exec, out, bins);
    detail::add_to_bins(0, n, bin_of, one<std::ptrdiff_t>{}, out);
  } else {
    detail::sum_bins<std::ptrdiff_t>(exec, n, bin_of, one<std::ptrdiff_t>{}, bins, out);
  }
}

}  // namespace thrum::detail
