// count_bins on for_each_n: a task counts a part of the elements in 32 bits. Counts are the same in
// any order, so their shape is free.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/bins.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace thrum::detail {

/// Counts elements whose bins are few 32-bit numbers. The bins of sixty-four elements are computed
/// and then counted. Every other bin is counted in a second table, because counting a bin that has
/// just been counted waits for the earlier count. The count of elements in no bin lies before each
/// table.
template <class Bin, class O>
THRUM_INLINED void count_few(std::ptrdiff_t begin, std::ptrdiff_t end, Bin const bin_of, std::ptrdiff_t bins,
                             O out) {
  constexpr std::ptrdiff_t group = 64, apart = 17;
  std::uint32_t tables[2 * (most_of_few_bins + apart)];
  std::uint32_t *const even = tables + 1, *const odd = even + bins + apart;
  for (std::ptrdiff_t k = -1; k < bins; ++k) even[k] = odd[k] = 0;
  std::ptrdiff_t i = begin;
  for (; end - i >= group; i += group) {
    std::int32_t found[group];
    detail::read_ahead<group>(bin_of.first, i);
    for (std::ptrdiff_t j = 0; j < group; ++j) found[j] = bin_of(i + j);
    THRUM_UNROLL_BY_4
    for (std::ptrdiff_t j = 0; j < group; j += 2) {
      ++even[found[j]];
      ++odd[found[j + 1]];
    }
  }
  for (; i < end; ++i) ++even[bin_of(i)];
  for (std::ptrdiff_t k = 0; k < bins; ++k) detail::store(out[k], even[k] + odd[k]);
}

template <class Bin, class O>
THRUM_TARGET_AVX2 void count_few_in_wide_vectors(std::ptrdiff_t begin, std::ptrdiff_t end, Bin const bin_of,
                                                 std::ptrdiff_t bins, O out) {
  detail::count_few(begin, end, bin_of, bins, out);
}
template <class Bin, class O>
void count_few_in_vectors(std::ptrdiff_t begin, std::ptrdiff_t end, Bin const bin_of, std::ptrdiff_t bins, O out) {
  if (detail::vectors_of_processor() >= vector_level::avx2)
    return detail::count_few_in_wide_vectors(begin, end, bin_of, bins, out);
  detail::count_few(begin, end, bin_of, bins, out);
}

/// Counts out[k] = the number of elements in bin k, if bins are few and elements many. Returns
/// whether it has counted.
template <class Bin, class O>
bool count_if_few(std::ptrdiff_t, std::ptrdiff_t, Bin const&, std::ptrdiff_t, O) {
  return false;  // there is no way to compute many of these bins at once
}
template <class I, class Bins, class O>
bool count_if_few(std::ptrdiff_t begin, std::ptrdiff_t end, bin_at<I, Bins> const& bin_of, std::ptrdiff_t bins,
                  O out) {
  using X = std::iter_value_t<I>;
  if constexpr (has_vectors_of_bins<X> && requires { bin_of.bins.template few<X>(); }) {
    constexpr std::ptrdiff_t longest = std::ptrdiff_t{1} << 32;
    if ((end - begin) / 4 >= bins && end - begin < longest && bin_of.bins.template has_few<X>()) {
      auto const few = bin_of.bins.template few<X>();
      detail::count_few_in_vectors(begin, end, bin_at<I, decltype(few)>{bin_of.first, few}, bins, out);
      return true;
    }
  }
  return false;
}

/// Counts the elements of [begin, end), fewer than 2^32.
template <class Bin>
void count_part(std::ptrdiff_t begin, std::ptrdiff_t end, Bin const bin_of, std::ptrdiff_t bins,
                std::uint32_t* counts) {
  if (detail::count_if_few(begin, end, bin_of, bins, counts)) return;
  for (std::ptrdiff_t k = 0; k < bins; ++k) counts[k] = 0;
  for (std::ptrdiff_t i = begin; i < end; ++i) {
    std::ptrdiff_t const bin = bin_of(i);
    if (bin >= 0) ++counts[bin];
  }
}

/// Returns the number of parts of n elements. A part has at least sixteen elements for each bin,
/// but there are at least sixteen parts in any case. Few elements have as many parts as are worth a
/// task. Returns 0 if there are too many bins.
constexpr std::ptrdiff_t parts_of_counts(std::ptrdiff_t n, std::ptrdiff_t bins) {
  constexpr std::ptrdiff_t longest = std::ptrdiff_t{1} << 31;
  if (n <= histogram_minimum) return detail::least(n / counted_by_task, n / 8 / bins);
  std::ptrdiff_t const most = detail::parts_of_histogram(n, bins);
  if (most < histogram_least_parts) return 0;
  std::ptrdiff_t parts = detail::least(most, n / 16 / bins);
  if (parts < histogram_least_parts) parts = histogram_least_parts;
  return parts < n / longest + 1 ? n / longest + 1 : parts;
}

/// Counts in parts, one task for each part.
template <class B, class Bin, class O>
void count_bins_in_parts(B const& exec, std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, std::ptrdiff_t parts,
                         O out) {
  std::ptrdiff_t const length = (n - 1) / parts + 1;
  std::ptrdiff_t const stride = bins + 32;  // counts of different parts share no cache line
  scratch_array<std::uint32_t, B> const counts(exec, parts * stride);
  exec.for_each_n(
      parts,
      [=, count = counts.data()](std::ptrdiff_t p) {
        std::ptrdiff_t const begin = detail::least(n, p * length), end = detail::least(n, begin + length);
        detail::count_part(begin, end, bin_of, bins, count + p * stride);
      },
      1);
  constexpr std::ptrdiff_t few = bins_of_task;
  exec.for_each_n((bins - 1) / few + 1,
                  [=, count = counts.data()](std::ptrdiff_t t) {
                    std::ptrdiff_t const begin = t * few, here = detail::least(few, bins - begin);
                    std::ptrdiff_t sums[few] = {};
                    for (std::ptrdiff_t p = 0; p < parts; ++p) {
                      std::uint32_t const* const part = count + p * stride + begin;
                      for (std::ptrdiff_t k = 0; k < here; ++k) sums[k] += part[k];
                    }
                    for (std::ptrdiff_t k = 0; k < here; ++k) detail::store(out[begin + k], sums[k]);
                  },
                  counts_of_task / few / parts + 1);
}

/// Counts in parts, or, if a short call takes less time so, in one part.
template <class B, class Bin, class O>
void count_bins_on_threads(B const& exec, std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, std::ptrdiff_t parts,
                           O out) {
  auto const count = [&](std::ptrdiff_t wanted) {
    detail::count_bins_in_parts(exec, n, bin_of, bins, wanted, out);
  };
  detail::alone_or_together(exec, n, 0, [&] { count(1); }, [&] { count(parts); });
}

}  // namespace thrum::detail
