// The sort of a run of elements on the calling thread. A run that is in order except for few
// elements is sorted in one go, any other by merges.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/kernels/merge/sort_by_doubling.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// The number of elements that are looked at together.
inline constexpr std::ptrdiff_t longest_piece_of_run = 4096;

/// Sorts the n elements at a if few of them are out of order; otherwise does nothing. Returns
/// whether it sorted. Both elements of a pair that is out of order are taken out, until no such
/// pair is left. The elements that were taken out are sorted, and merged with the rest (Cook and
/// Kim: Best Sorting Algorithm for Nearly Sorted Lists, 1980). The places decide the order of equal
/// elements. b has room for n elements.
template <class T, class Less>
bool sort_few_out_of_order(T* a, T* b, std::ptrdiff_t n, Less& less) {
  using place = std::uint16_t;
  constexpr std::ptrdiff_t part = 8;
  place kept[longest_piece_of_run], out[longest_piece_of_run / part + 2], room[longest_piece_of_run / part + 2];
  bool is_out[longest_piece_of_run];
  std::fill_n(is_out, n, false);
  std::ptrdiff_t size = 0, out_size = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (size > 0 && less(a[i], a[kept[size - 1]])) {
      is_out[kept[--size]] = is_out[i] = true;
      out_size += 2;
      if (out_size > n / part) return false;
    } else {
      kept[size++] = static_cast<place>(i);
    }
  }
  for (std::ptrdiff_t i = 0, k = 0; k < out_size; ++i) {
    if (is_out[i]) out[k++] = static_cast<place>(i);
  }
  auto by_value = [a, &less](place x, place y) { return static_cast<bool>(less(a[x], a[y])); };
  detail::sort_by_doubling(out, room, out_size, by_value);
  T* to = b;
  std::ptrdiff_t next = 0;
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    place const here = kept[i];
    while (next < out_size && (by_value(out[next], here) || (out[next] < here && !by_value(here, out[next])))) {
      *to++ = a[out[next++]];
    }
    *to++ = a[here];
  }
  while (next < out_size) *to++ = a[out[next++]];
  std::copy(b, to, a);
  return true;
}

/// Calls sort_few_out_of_order if a look at some pairs tells that few elements are out of order.
/// Returns whether it sorted.
template <class T, class Less>
bool sort_if_nearly_in_order(T* a, T* b, std::ptrdiff_t n, Less& less) {
  constexpr std::ptrdiff_t probes = 64;
  if (n < 4 * probes) return false;
  int falling = 0;
  for (std::ptrdiff_t i = 0; i < probes; ++i) {
    std::ptrdiff_t const at = n / probes * i;
    falling += static_cast<bool>(less(a[at + 1], a[at]));
  }
  return falling <= probes / 8 && detail::sort_few_out_of_order(a, b, n, less);
}

/// Sorts the n elements at a. b has n elements too.
template <class T, class Less>
void sort_run(T* a, T* b, std::ptrdiff_t n, Less less) {
  if constexpr (is_plain_element<T>) {
    constexpr std::ptrdiff_t longest = longest_piece_of_run;
    for (std::ptrdiff_t i = 0; i < n; i += longest) {
      std::ptrdiff_t const size = std::min(longest, n - i);
      if (!detail::sort_if_nearly_in_order(a + i, b + i, size, less))
        detail::sort_by_doubling(a + i, b + i, size, less);
    }
    detail::merge_doubling_runs(a, b, n, longest, less);
  } else {
    detail::sort_by_doubling(a, b, n, less);
  }
}

}  // namespace thrum::detail
