// The sort of a run of elements on the calling thread, by merges of neighbours. Merges of plain
// elements go on from both ends at once and without a branch on the data (as in Peters' quadsort),
// several merges at the same time. A run that is in order except for few elements is sorted in one
// go (Cook and Kim: Best Sorting Algorithm for Nearly Sorted Lists, 1980). The merges here are of
// plain elements, between two arrays: those of neighbours of equal lengths go on side by side. The
// merger of merger.h takes any ranges and columns, and looks for long runs of one side.
//
// The elements are in one of the arrays, and the sorted ones are wanted in either: the first merges
// begin in the array from which the last one ends in the wanted one.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Whether elements are wider than a register. Of two such elements one is chosen by a mask, which
/// also moves the places: sorts of 2000 records of 16 bytes take 0.76 to 0.96 of the time. Smaller
/// elements take up to 1.3 of the time so.
template <class T>
inline constexpr bool is_large_element = sizeof(T) > sizeof(void*);

/// The state of a merge.
template <class T>
struct forward_merge {
  T const *left, *left_end, *right, *right_end;
  T* out;

  /// Returns a number of steps within which neither run can end.
  std::ptrdiff_t sure_steps() const { return std::min(left_end - left, right_end - right); }
  template <class Less>
  void step(Less& less) {
    if constexpr (is_large_element<T>) {
      std::uintptr_t const from_right = detail::opaque_mask(less(*right, *left));
      *out++ = *detail::chosen_by_mask(from_right, right, left);
      right -= static_cast<std::ptrdiff_t>(from_right);
      left += 1 + static_cast<std::ptrdiff_t>(from_right);
    } else {
      bool const from_right = less(*right, *left);
      *out++ = *detail::chosen(from_right, right, left);
      right += from_right;
      left += !from_right;
    }
  }
  template <class Less>
  void finish(Less& less) {
    for (std::ptrdiff_t steps; (steps = sure_steps()) > 0;) {
      for (; steps > 0; --steps) step(less);
    }
    out = std::copy(left, left_end, out);
    std::copy(right, right_end, out);
  }
};

/// The state of a merge of two runs of equal length that goes on from both ends. Each side of the
/// output takes half of the steps, within which neither run can end, whatever the comparator says.
template <class T>
struct two_ended_merge {
  T const *left, *right, *left_last, *right_last;
  T *out, *last;

  two_ended_merge(T const* a, std::ptrdiff_t half_size, T* to)
      : left(a),
        right(a + half_size),
        left_last(right - 1),
        right_last(left_last + half_size),
        out(to),
        last(to + 2 * half_size - 1) {}
  template <class Less>
  void step(Less& less) {
    bool const from_right = less(*right, *left);
    *out++ = *detail::chosen(from_right, right, left);
    right += from_right;
    left += !from_right;
    bool const from_left = less(*right_last, *left_last);
    *last-- = *detail::chosen(from_left, left_last, right_last);
    left_last -= from_left;
    right_last -= !from_left;
  }
  /// Returns whether the ends have taken each element once, which fails only if the comparator
  /// contradicts itself.
  bool met() const { return left == left_last + 1; }
};

/// The same for large elements, in fewer registers: of two elements that are compared, the address
/// of one and the sum of both addresses are kept.
template <class T>
  requires is_large_element<T>
struct two_ended_merge<T> {
  T const *left, *left_last;
  std::uintptr_t both, both_last;
  T *out, *last;

  two_ended_merge(T const* a, std::ptrdiff_t half_size, T* to)
      : left(a),
        left_last(a + half_size - 1),
        both(address(a) + address(a + half_size)),
        both_last(address(left_last) + address(left_last + half_size)),
        out(to),
        last(to + 2 * half_size - 1) {}
  template <class Less>
  void step(Less& less) {
    auto const* const right = reinterpret_cast<T const*>(both - address(left));
    std::uintptr_t const from_right = detail::opaque_mask(less(*right, *left));
    *out++ = *detail::chosen_by_mask(from_right, right, left);
    left += 1 + static_cast<std::ptrdiff_t>(from_right);
    both += sizeof(T);
    auto const* const right_last = reinterpret_cast<T const*>(both_last - address(left_last));
    std::uintptr_t const from_left = detail::opaque_mask(less(*right_last, *left_last));
    *last-- = *detail::chosen_by_mask(from_left, left_last, right_last);
    left_last += static_cast<std::ptrdiff_t>(from_left);
    both_last -= sizeof(T);
  }
  bool met() const { return left == left_last + 1; }

 private:
  static std::uintptr_t address(T const* p) { return reinterpret_cast<std::uintptr_t>(p); }
};

/// Merges from the beginning the elements that the ends have taken wrongly.
template <class T, class Less>
[[gnu::noinline]] void merge_again(T const* a, std::ptrdiff_t half_size, T* out, Less& less) {
  forward_merge<T>{a, a + half_size, a + half_size, a + 2 * half_size, out}.finish(less);
}

/// Merges the sorted [a, a + half_size) and [a + half_size, a + 2 half_size) into out.
template <class T, class Less>
void merge_equal_runs(T const* a, std::ptrdiff_t half_size, T* out, Less& less) {
  two_ended_merge<T> x(a, half_size, out);
  for (std::ptrdiff_t s = 0; s < half_size; ++s) x.step(less);
  if (!x.met()) detail::merge_again(a, half_size, out, less);
}
/// Merges two pairs of runs into out, the second pair after the first. Merges both pairs at once,
/// since each merge waits for its elements at every step.
template <class T, class Less>
void merge_two_pairs(T const* a, std::ptrdiff_t half_size, T* out, Less& less) {
  std::ptrdiff_t const pair = 2 * half_size;
  two_ended_merge<T> x(a, half_size, out), y(a + pair, half_size, out + pair);
  for (std::ptrdiff_t s = 0; s < half_size; ++s) {
    x.step(less);
    y.step(less);
  }
  bool const first_met = x.met(), second_met = y.met();
  if (first_met & second_met) return;
  detail::merge_again(a, half_size, out, less);
  detail::merge_again(a + pair, half_size, out + pair, less);
}

/// Sorts eight elements by the same merges into `to`, which may be `from`. `room` has room for
/// eight elements, and may be `from` too.
template <class T, class Less>
void sort_eight(T const* from, T* to, T* room, Less& less) {
  for (std::ptrdiff_t i = 0; i < 8; i += 2) {
    bool const swaps = less(from[i + 1], from[i]);
    T const first = from[i + swaps], second = from[i + !swaps];
    to[i] = first;
    to[i + 1] = second;
  }
  detail::merge_two_pairs(to, 2, room, less);
  detail::merge_equal_runs(room, 4, to, less);
}

template <class T, class Less>
void insertion_sort(T* first, std::ptrdiff_t n, Less& less) {
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    T held = std::move(first[i]);
    std::ptrdiff_t j = i;
    for (; j > 0 && less(held, first[j - 1]); --j) first[j] = std::move(first[j - 1]);
    first[j] = std::move(held);
  }
}

/// Merges two sorted runs into out, in four parts at once. Plain elements are copied; others are
/// moved, in order.
template <class T, class Less>
void merge_runs(T* a, std::ptrdiff_t na, T* b, std::ptrdiff_t nb, T* out, Less less) {
  if constexpr (is_plain_element<T>) {
    constexpr int parts = 4;
    std::ptrdiff_t const n = na + nb;
    if (n < 1024) return forward_merge<T>{a, a + na, b, b + nb, out}.finish(less);
    std::ptrdiff_t from_a[parts + 1] = {};
    // Each part's begin is looked for after the previous one, so that no begin is before the
    // previous one, whatever the comparator says.
    for (int p = 1; p < parts; ++p) {
      std::ptrdiff_t const i = from_a[p - 1], j = n / parts * (p - 1) - i;
      from_a[p] = i + detail::merge_path(a + i, na - i, b + j, nb - j, n / parts, less);
    }
    from_a[parts] = na;
    auto const part = [=, &from_a](int p) {
      std::ptrdiff_t const begin = n / parts * p, end = p + 1 == parts ? n : begin + n / parts;
      return forward_merge<T>{a + from_a[p], a + from_a[p + 1], b + (begin - from_a[p]), b + (end - from_a[p + 1]),
                              out + begin};
    };
    auto w = part(0), x = part(1), y = part(2), z = part(3);
    for (std::ptrdiff_t steps;
         (steps = std::min({w.sure_steps(), x.sure_steps(), y.sure_steps(), z.sure_steps()})) > 0;) {
      for (; steps > 0; --steps) {
        w.step(less);
        x.step(less);
        y.step(less);
        z.step(less);
      }
    }
    w.finish(less);
    x.finish(less);
    y.finish(less);
    z.finish(less);
  } else {
    std::merge(std::make_move_iterator(a), std::make_move_iterator(a + na), std::make_move_iterator(b),
               std::make_move_iterator(b + nb), out, less);
  }
}

/// Returns how many times runs of `width` elements are merged in pairs until n are one run.
constexpr int doublings(std::ptrdiff_t n, std::ptrdiff_t width) {
  int count = 0;
  for (; width < n; width *= 2) ++count;
  return count;
}

/// Sorts the n elements at a, which are already in order in runs of `width`, into `wanted`, which
/// is a or b. b has n elements too.
template <class T, class Less>
void merge_doubling_runs(T* a, T* b, std::ptrdiff_t n, std::ptrdiff_t width, Less& less, T* wanted) {
  for (; width < n; width *= 2) {
    std::ptrdiff_t i = 0;
    if constexpr (is_plain_element<T>) {
      for (; n - i >= 4 * width; i += 4 * width) detail::merge_two_pairs(a + i, width, b + i, less);
    }
    for (; n - i >= 2 * width; i += 2 * width) {
      if constexpr (is_plain_element<T>) detail::merge_equal_runs(a + i, width, b + i, less);
      else detail::merge_runs(a + i, width, a + i + width, width, b + i, less);
    }
    std::ptrdiff_t const left = std::min(width, n - i);
    detail::merge_runs(a + i, left, a + i + left, n - i - left, b + i, less);
    std::swap(a, b);
  }
  if (a != wanted) std::move(a, a + n, wanted);
}
/// Sorts the n elements at a into `wanted`, which is a or b. b has n elements too.
template <class T, class Less>
void sort_by_doubling(T* a, T* b, std::ptrdiff_t n, Less& less, T* wanted) {
  constexpr std::ptrdiff_t shortest = 8;
  std::ptrdiff_t sorted = 0;
  if constexpr (is_plain_element<T>) {
    bool const are_even = detail::doublings(n, shortest) % 2 == 0;
    T* const from = a;
    if (are_even != (a == wanted)) std::swap(a, b);
    for (; n - sorted >= shortest; sorted += shortest)
      detail::sort_eight(from + sorted, a + sorted, b + sorted, less);
    if (a != from) std::copy(from + sorted, from + n, a + sorted);
  }
  for (; sorted < n; sorted += shortest) {
    detail::insertion_sort(a + sorted, std::min(shortest, n - sorted), less);
  }
  detail::merge_doubling_runs(a, b, n, shortest, less, wanted);
}

/// The number of elements that are looked at together.
inline constexpr std::ptrdiff_t longest_piece_of_run = 4096;

// Elements that are nearly in order are sorted so: both elements of a pair that is out of order are
// taken out, until no such pair is left. The elements that were taken out are sorted, and merged
// with the rest (Cook and Kim: Best Sorting Algorithm for Nearly Sorted Lists, 1980). The places
// decide the order of equal elements.

/// The part of the elements that is taken out, at most.
inline constexpr std::ptrdiff_t part_out_of_order = 8;

/// Writes the places of the elements that are not taken out of n to `kept`. Returns how many there
/// are, or -1 if too many would be taken out.
template <class Place, class T, class Less>
std::ptrdiff_t keep_in_order(T const* a, std::ptrdiff_t n, Place* kept, Less& less) {
  std::ptrdiff_t size = 0, most = n / part_out_of_order;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (size > 0 && less(a[i], a[kept[size - 1]])) {
      --size;
      if ((most -= 2) < 0) return -1;
    } else {
      kept[size++] = static_cast<Place>(i);
    }
  }
  return size;
}
/// Calls f(place) for the places below n that are not kept.
template <class Place, class F>
void for_each_taken_out(Place const* kept, std::ptrdiff_t size, std::ptrdiff_t n, F f) {
  std::ptrdiff_t next = 0;
  for (std::ptrdiff_t j = 0; j < size; ++j) {
    for (; next < kept[j]; ++next) f(static_cast<Place>(next));
    ++next;
  }
  for (; next < n; ++next) f(static_cast<Place>(next));
}

/// Sorts the n elements at a into `wanted`, which is a or b, if few of them are out of order;
/// otherwise does nothing. Returns whether it sorted. b has room for n elements.
template <class T, class Less>
bool sort_few_out_of_order(T* a, T* b, std::ptrdiff_t n, Less& less, T* wanted) {
  using place = std::uint16_t;
  constexpr std::ptrdiff_t most_out = longest_piece_of_run / part_out_of_order;
  place kept[longest_piece_of_run], out[most_out], room[most_out];
  std::ptrdiff_t const size = detail::keep_in_order(a, n, kept, less);
  if (size < 0) return false;
  std::ptrdiff_t out_size = 0;
  detail::for_each_taken_out(kept, size, n, [&](place i) { out[out_size++] = i; });
  auto by_value = [a, &less](place x, place y) { return static_cast<bool>(less(a[x], a[y])); };
  detail::sort_by_doubling(out, room, out_size, by_value, out);
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
  if (wanted != b) std::copy(b, to, wanted);
  return true;
}

/// Returns whether a look at some pairs tells that few elements are out of order.
template <class T, class Less>
bool may_be_nearly_in_order(T const* a, std::ptrdiff_t n, Less& less) {
  constexpr std::ptrdiff_t probes = 64;
  if (n < 4 * probes) return false;
  int falling = 0;
  for (std::ptrdiff_t i = 0; i < probes; ++i) {
    std::ptrdiff_t const at = n / probes * i;
    falling += static_cast<bool>(less(a[at + 1], a[at]));
  }
  return falling <= probes / part_out_of_order;
}

/// Calls sort_few_out_of_order if it may sort. Returns whether it sorted.
template <class T, class Less>
bool sort_if_nearly_in_order(T* a, T* b, std::ptrdiff_t n, Less& less, T* wanted) {
  return detail::may_be_nearly_in_order(a, n, less) && detail::sort_few_out_of_order(a, b, n, less, wanted);
}

/// Sorts the n elements at a into `wanted`, which is a or b. b has n elements too.
template <class T, class Less>
void sort_run(T* a, T* b, std::ptrdiff_t n, Less less, T* wanted) {
  if constexpr (is_plain_element<T>) {
    constexpr std::ptrdiff_t longest = longest_piece_of_run;
    bool const are_even = detail::doublings(n, longest) % 2 == 0;
    T *const pieces = are_even == (a == wanted) ? a : b, *const merged = pieces == a ? b : a;
    for (std::ptrdiff_t i = 0; i < n; i += longest) {
      std::ptrdiff_t const size = std::min(longest, n - i);
      if (!detail::sort_if_nearly_in_order(a + i, b + i, size, less, pieces + i))
        detail::sort_by_doubling(a + i, b + i, size, less, pieces + i);
    }
    detail::merge_doubling_runs(pieces, merged, n, longest, less, wanted);
  } else {
    detail::sort_by_doubling(a, b, n, less, wanted);
  }
}
/// Sorts the n elements at a where they are.
template <class T, class Less>
void sort_run(T* a, T* b, std::ptrdiff_t n, Less less) {
  detail::sort_run(a, b, n, less, a);
}

}  // namespace thrum::detail
