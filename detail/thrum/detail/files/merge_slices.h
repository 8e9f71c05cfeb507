// The stable merge of many sorted slices of plain elements: cuts of a merge at given places, and
// the merge of what is between two cuts on one thread, in pieces that stay in a cache.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <thrum/detail/kernels/search.h>
#include <algorithm>
#include <cstddef>

namespace thrum::detail {

/// Sorted elements in memory.
template <class T>
struct slice {
  T* first;
  std::ptrdiff_t size;
};

/// Returns how many of the elements at p, from `low` to `high`, go before x. The slice of the
/// elements comes before the slice of x, or else after it; equal elements are in the order of their
/// slices.
template <class T, class Less>
std::ptrdiff_t before_element(T const* p, std::ptrdiff_t low, std::ptrdiff_t high, T const& x,
                              bool is_earlier_slice, Less& less) {
  if (is_earlier_slice)
    return detail::find_between(low, high, [&](std::ptrdiff_t i) { return static_cast<bool>(less(x, p[i])); });
  return detail::find_between(low, high, [&](std::ptrdiff_t i) { return !less(p[i], x); });
}

/// Cuts k slices where the first `rank` elements of their merge end: low[r] of them are in slice r.
/// `high` has room for k numbers. Halves the longest interval that is left, until none is left (as
/// in Varman, Scheufler, Iyer and Ricard: Merging Multiple Lists on Hierarchical-Memory
/// Multiprocessors, 1991): O(k log(n)^2) comparisons.
template <class T, class Less>
void cut_slices(slice<T> const* slices, std::ptrdiff_t k, std::ptrdiff_t rank, std::ptrdiff_t* low,
                std::ptrdiff_t* high, Less less) {
  for (std::ptrdiff_t r = 0; r < k; ++r) {
    low[r] = 0;
    high[r] = slices[r].size;
  }
  while (true) {
    std::ptrdiff_t widest = 0;
    for (std::ptrdiff_t r = 1; r < k; ++r) {
      if (high[r] - low[r] > high[widest] - low[widest]) widest = r;
    }
    if (high[widest] == low[widest]) return;
    std::ptrdiff_t const middle = low[widest] + (high[widest] - low[widest]) / 2;
    T const& x = slices[widest].first[middle];
    auto const place = [&](std::ptrdiff_t r) {
      return r == widest ? middle : detail::before_element(slices[r].first, low[r], high[r], x, r < widest, less);
    };
    std::ptrdiff_t before = 0;
    for (std::ptrdiff_t r = 0; r < k; ++r) before += place(r);
    for (std::ptrdiff_t r = 0; r < k; ++r) {
      std::ptrdiff_t const at = place(r);
      if (before < rank) low[r] = at + (r == widest ? 1 : 0);
      else high[r] = at;
    }
  }
}

/// Finds the elements of k slices that can be merged now, of the first `most` elements of each
/// slice. more(r) says whether slice r goes on after these. ends[r] becomes the number of elements
/// of slice r that go before all elements that are not looked at. If elements are left, one slice
/// at least ends at `most`.
template <class T, class More, class Less>
void find_safe_ends(slice<T> const* slices, std::ptrdiff_t k, std::ptrdiff_t most, std::ptrdiff_t* ends, More more,
                    Less& less) {
  std::ptrdiff_t first = -1;
  T const* bound = nullptr;
  for (std::ptrdiff_t r = 0; r < k; ++r) {
    ends[r] = std::min(slices[r].size, most);
    if (ends[r] == 0 || !more(r)) continue;
    T const* const last = slices[r].first + ends[r] - 1;
    if (bound == nullptr || less(*last, *bound)) {
      bound = last;
      first = r;
    }
  }
  if (bound == nullptr) return;
  for (std::ptrdiff_t r = 0; r < k; ++r) {
    if (r != first) ends[r] = detail::before_element(slices[r].first, 0, ends[r], *bound, r < first, less);
  }
}

/// The memory in which a task merges: two pieces of `room` elements, and a buffer of `buffer_size`
/// elements for the output, at least `room`. `slices` has room for k slices, `ends` for k numbers.
template <class T>
struct merge_room {
  T* pieces[2];
  std::ptrdiff_t room;
  T* buffer;
  std::ptrdiff_t buffer_size;
  slice<T>* slices;
  std::ptrdiff_t* ends;
};

/// Merges k slices into `to`, in pairs of neighbours, level by level. Overwrites the slices' places
/// and sizes, not their elements.
template <class T, class Less>
void merge_in_cache(slice<T>* slices, std::ptrdiff_t k, T* const* pieces, T* to, Less& less) {
  std::ptrdiff_t left = 0;
  for (std::ptrdiff_t r = 0; r < k; ++r) {
    if (slices[r].size > 0) slices[left++] = slices[r];
  }
  if (left == 1) std::copy_n(slices[0].first, slices[0].size, to);
  for (int level = 0; left > 1; ++level) {
    T* out = left == 2 ? to : pieces[level % 2];
    std::ptrdiff_t merged = 0;
    for (std::ptrdiff_t r = 0; r < left; r += 2) {
      slice<T> const a = slices[r], b = r + 1 < left ? slices[r + 1] : slice<T>{nullptr, 0};
      if (b.size == 0) std::copy_n(a.first, a.size, out);
      else detail::merge_runs(a.first, a.size, b.first, b.size, out, less);
      slices[merged++] = {out, a.size + b.size};
      out += a.size + b.size;
    }
    left = merged;
  }
}

/// Merges k slices, of which it uses up `slices`. put(p, n) takes the next n elements of the
/// output; it is called with as many elements as the buffer has room for, or for a long stretch of
/// one slice with that stretch.
template <class T, class Put, class Less>
void merge_slices(slice<T>* slices, std::ptrdiff_t k, merge_room<T> const& memory, Put put, Less less) {
  std::ptrdiff_t filled = 0;
  auto const flush = [&] {
    if (filled > 0) put(memory.buffer, filled);
    filled = 0;
  };
  while (true) {
    std::ptrdiff_t active = 0, last = 0;
    for (std::ptrdiff_t r = 0; r < k; ++r) {
      if (slices[r].size == 0) continue;
      ++active;
      last = r;
    }
    if (active == 0) break;
    if (active == 1 && slices[last].size >= memory.room) {
      flush();
      put(slices[last].first, slices[last].size);
      break;
    }
    std::ptrdiff_t const window = std::max<std::ptrdiff_t>(1, memory.room / active);
    detail::find_safe_ends(
        slices, k, window, memory.ends, [&](std::ptrdiff_t r) { return slices[r].size > window; }, less);
    std::ptrdiff_t size = 0;
    for (std::ptrdiff_t r = 0; r < k; ++r) {
      memory.slices[r] = {slices[r].first, memory.ends[r]};
      size += memory.ends[r];
      slices[r].first += memory.ends[r];
      slices[r].size -= memory.ends[r];
    }
    if (filled + size > memory.buffer_size) flush();
    detail::merge_in_cache(memory.slices, k, memory.pieces, memory.buffer + filled, less);
    filled += size;
  }
  flush();
}

}  // namespace thrum::detail
