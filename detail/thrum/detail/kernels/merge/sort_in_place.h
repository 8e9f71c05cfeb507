// A stable sort in place, without memory or recursion. thrum::seq uses it inside a kernel.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::detail {

/// A range of keys. sort_in_place compares and exchanges its positions i and j.
template <class K>
struct sorted_range {
  K keys;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) key(std::ptrdiff_t i) const { return keys[i]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void exchange(std::ptrdiff_t i, std::ptrdiff_t j) const {
    std::iter_value_t<K> held = std::move(keys[i]);
    keys[i] = std::move(keys[j]);
    keys[j] = std::move(held);
  }
};

/// A range of keys with values. sort_in_place compares and exchanges its positions i and j.
template <class K, class V>
struct sorted_pairs {
  sorted_range<K> keys;
  sorted_range<V> values;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) key(std::ptrdiff_t i) const { return keys.key(i); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void exchange(std::ptrdiff_t i, std::ptrdiff_t j) const {
    keys.exchange(i, j);
    values.exchange(i, j);
  }
};

template <class Range>
THRUM_HD void reverse_in_place(Range range, std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (--end; begin < end; ++begin, --end) range.exchange(begin, end);
}

/// Exchanges [begin, middle) and [middle, end) by three reversals.
template <class Range>
THRUM_HD void rotate_in_place(Range range, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end) {
  detail::reverse_in_place(range, begin, middle);
  detail::reverse_in_place(range, middle, end);
  detail::reverse_in_place(range, begin, end);
}

/// Merges the sorted [begin, middle) and [middle, end): each stretch of the left side is rotated to
/// after the elements of the right side that are less than the stretch's first element.
THRUM_EXEC_CHECK_DISABLE
template <class Range, class Less>
THRUM_HD void merge_in_place(Range range, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end,
                             Less less) {
  while (begin < middle && middle < end) {
    if (!less(range.key(middle), range.key(begin))) {
      ++begin;
      continue;
    }
    std::ptrdiff_t low = middle + 1, high = end;
    while (low < high) {
      std::ptrdiff_t const probe = low + (high - low) / 2;
      if (less(range.key(probe), range.key(begin))) low = probe + 1;
      else high = probe;
    }
    detail::rotate_in_place(range, begin, middle, low);
    begin += low - middle;
    middle = low;
  }
}

/// Sorts n elements: insertion sort in runs of 16, then merges of doubling width. Takes O(n log n)
/// comparisons, and O(n log n) moves on most inputs, O(n^2) on the worst.
THRUM_EXEC_CHECK_DISABLE
template <class Range, class Less>
THRUM_HD void sort_in_place(Range range, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t run = 16;
  for (std::ptrdiff_t begin = 0; begin < n; begin += run) {
    std::ptrdiff_t const end = n - begin < run ? n : begin + run;
    for (std::ptrdiff_t i = begin + 1; i < end; ++i) {
      for (std::ptrdiff_t j = i; j > begin && less(range.key(j), range.key(j - 1)); --j) range.exchange(j - 1, j);
    }
  }
  for (std::ptrdiff_t width = run; width < n; width *= 2) {
    for (std::ptrdiff_t begin = 0; n - begin > width; begin += 2 * width) {
      std::ptrdiff_t const middle = begin + width;
      detail::merge_in_place(range, begin, middle, n - middle < width ? n : middle + width, less);
    }
  }
}

}  // namespace thrum::detail
