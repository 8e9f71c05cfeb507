// The shape of sums by bin. It depends on the number of elements and of bins alone. Few elements
// are added from left to right. Many elements are cut into parts of equal length, each with bins
// of its own; these bins are then added from left to right. If there are so many bins that the bins
// of all parts would take too much memory, the elements are sorted by bin and each run is reduced.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// What is added for element i: its value. (Counts add `one`.)
template <class T, class V>
struct value_at {
  V values;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T operator()(std::ptrdiff_t i) const { return static_cast<T>(values[i]); }
};

/// Adds the elements of [begin, end) to the sums at `out`, from left to right.
THRUM_EXEC_CHECK_DISABLE
template <class Bin, class Value, class O>
THRUM_HD void add_to_bins(std::ptrdiff_t begin, std::ptrdiff_t end, Bin const bin_of, Value const value, O out) {
  plus<> add;
  for (std::ptrdiff_t i = begin; i < end; ++i) {
    std::ptrdiff_t const bin = bin_of(i);
    if (bin < 0) continue;
    if constexpr (std::is_lvalue_reference_v<decltype(out[bin])>) {
      detail::fold_into(out[bin], value(i), add);
    } else {
      auto sum = static_cast<std::iter_value_t<O>>(out[bin]);
      detail::fold_into(sum, value(i), add);
      detail::store(out[bin], std::move(sum));
    }
  }
}

template <class T, class Value>
struct value_maker {
  Value value;
  static constexpr bool is_noexcept = std::is_arithmetic_v<T>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const { ::new (static_cast<void*>(p + i)) T(value(i)); }
};

/// The number of elements that one task adds in any case.
inline constexpr std::ptrdiff_t histogram_minimum = 32768;
/// With fewer parts, too few tasks could work.
inline constexpr std::ptrdiff_t histogram_least_parts = 16;

/// Returns the number of parts of n elements: 128, or fewer, so that all parts together have at
/// most n / 2 bins and no part is too short.
THRUM_HD constexpr std::ptrdiff_t parts_of_histogram(std::ptrdiff_t n, std::ptrdiff_t bins) {
  std::ptrdiff_t const shortest = histogram_minimum / histogram_least_parts;
  return detail::least(detail::least(n / 2 / bins, n / shortest), 128);
}

/// Returns whether sums have the shape of parts, or of one part of few elements.
THRUM_HD constexpr bool has_parts_of_bins(std::ptrdiff_t n, std::ptrdiff_t bins) {
  return n <= histogram_minimum || detail::parts_of_histogram(n, bins) >= histogram_least_parts;
}

}  // namespace thrum::detail
