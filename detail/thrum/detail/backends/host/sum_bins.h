// sum_bins on for_each_n, for many elements: a task adds the elements of a part to bins of its own.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/functional.h>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class T>
struct zero_maker {
  static constexpr bool is_noexcept = std::is_nothrow_default_constructible_v<T>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const { ::new (static_cast<void*>(p + i)) T(); }
};

/// Sums by bin in the shape of kernels/shape/sum_bins.h.
template <class T, class B, class Bin, class Value, class O>
void sum_bins_in_parts(B const& exec, std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out) {
  std::ptrdiff_t const parts = detail::parts_of_histogram(n, bins), length = (n - 1) / parts + 1;
  // Bins of different parts share no cache line.
  std::ptrdiff_t const stride = bins + static_cast<std::ptrdiff_t>(128 / sizeof(T)) + 1;
  object_buffer<T, B> const sums(exec, parts * stride, zero_maker<T>{});
  exec.for_each_n(
      parts,
      [=, sum = sums.data()](std::ptrdiff_t p) {
        constexpr std::ptrdiff_t group = 64;
        std::ptrdiff_t const end = detail::least(n, (p + 1) * length);
        for (std::ptrdiff_t i = p * length; i < end; i += group) {
          if constexpr (requires { value.values; }) detail::read_ahead<group>(value.values, i);
          detail::read_ahead<group>(bin_of.first, i);
          detail::add_to_bins(i, detail::least(end, i + group), bin_of, value, sum + p * stride);
        }
      },
      1);
  // A task adds a few lines of bins, part by part, as the lines lie in memory.
  constexpr std::ptrdiff_t few = bins_of_task;
  exec.for_each_n((bins - 1) / few + 1,
                  [=, sum = sums.data()](std::ptrdiff_t t) {
                    plus<> add;
                    std::ptrdiff_t const begin = t * few, end = detail::least(bins, begin + few);
                    for (std::ptrdiff_t p = 1; p < parts; ++p) {
                      for (std::ptrdiff_t k = begin; k < end; ++k)
                        detail::fold_into(sum[k], sum[p * stride + k], add);
                    }
                    for (std::ptrdiff_t k = begin; k < end; ++k) detail::store(out[k], std::move(sum[k]));
                  },
                  1);
}

}  // namespace thrum::detail
