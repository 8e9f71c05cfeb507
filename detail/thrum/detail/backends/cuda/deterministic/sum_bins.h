// histogram_by_key on a device, in the shape of kernels/shape/sum_bins.h. The elements are
// sorted by bin, and within a bin by the part that they are in. A thread sums the elements of
// a part that are in one bin, from left to right. The sum of a bin is the sum of its parts.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// Makes the cell of element i. A cell is one bin in one part. The cell of an element in no bin
/// comes after all other cells.
template <class Bin>
struct cell_maker {
  Bin bin_of;
  std::ptrdiff_t bins, parts, length;
  static constexpr bool is_noexcept = false;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t* p) const {
    std::ptrdiff_t const bin = bin_of(i);
    p[i] = (bin < 0 ? bins : bin) * parts + i / length;
  }
};

template <class T>
struct cell_sum {
  std::ptrdiff_t n;
  std::ptrdiff_t const* cells;  // sorted
  T const* values;
  T* sums;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t cell) const {
    std::ptrdiff_t i = detail::find_between(0, n, [&](std::ptrdiff_t probe) { return cells[probe] >= cell; });
    plus<> add;
    T sum = T();
    for (; i < n && cells[i] == cell; ++i) detail::fold_into(sum, values[i], add);
    detail::put<T>(sums + cell, sum);
  }
};

template <class T, class O>
struct cell_adder {
  std::ptrdiff_t parts;
  T const* sums;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t bin) const {
    plus<> add;
    T sum = sums[bin * parts];
    for (std::ptrdiff_t c = 1; c < parts; ++c) detail::fold_into(sum, sums[bin * parts + c], add);
    detail::store(out[bin], sum);
  }
};

/// Sets out[k] to the sum, in T, of the values of the elements in bin k. n and bins are above 0.
template <class T, class B, class Bin, class Value, class O>
void sum_bins_by_cells(B const& exec, std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out) {
  std::ptrdiff_t const parts = n > histogram_minimum ? detail::parts_of_histogram(n, bins) : 1;
  object_buffer<std::ptrdiff_t, B> const cells(exec, n, cell_maker<Bin>{bin_of, bins, parts, (n - 1) / parts + 1});
  object_buffer<T, B> const values(exec, n, value_maker<T, Value>{std::move(value)});
  exec.sort_by_key(cells.data(), values.data(), n, less<>{});
  scratch_array<T, B> const sums(exec, bins * parts);
  exec.for_each_n(bins * parts, cell_sum<T>{n, cells.data(), values.data(), sums.data()}, 1);
  exec.for_each_n(bins, cell_adder<T, O>{parts, sums.data(), out}, 1);
}

}  // namespace thrum::detail
