// inplace_merge: merges two sorted neighbouring ranges into one range. Elements that have to make
// room are moved to a buffer first.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/algorithms/merge_by_key.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/primitives/merge.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Merges the na elements of `buffer` with the nb elements from first[na] on into [first, first +
/// na + nb). The elements of the buffer have left na free places before first[na], so that no
/// element is overwritten before it has been moved.
template <class T, class I, class Less>
void merge_from_buffer(T* buffer, std::ptrdiff_t na, I first, std::ptrdiff_t nb, Less& less) {
  std::ptrdiff_t i = 0, j = 0;
  if constexpr (std::is_pointer_v<I> && is_plain_element<T>) {
    // The last free places are too few for a run.
    using places = merger<T*, I>;
    places x{buffer, 0, na, first + na, 0, nb};
    detail::merge_both(x, na - places::run, column{buffer, first + na, first}, less);
    i = x.i;
    j = x.j;
  }
  while (i < na && j < nb) {
    if (less(first[na + j], buffer[i])) {
      first[i + j] = detail::moved_element(first, na + j);
      ++j;
    } else {
      first[i + j] = std::move(buffer[i]);
      ++i;
    }
  }
  // What is left of the elements after first[na] is in its place.
  for (; i < na; ++i) first[i + j] = std::move(buffer[i]);
}

/// Merges in tiles, on a policy of the host that has no merge of its own.
template <class B, class I, class Less>
void inplace_merge_by_tiles(B const& exec, I first, std::ptrdiff_t na, std::ptrdiff_t nb, Less less) {
  using T = std::iter_value_t<I>;
  object_buffer<T, B> const all(exec, na + nb, object_mover<T, I>{first});
  T *const a = all.data(), *const b = a + na;
  if constexpr (is_plain_element<T>) {
    detail::merge_rows(exec, a, na, b, nb, column{a, b, first}, std::move(less));
  } else {
    column const rows{detail::moved_from(a), detail::moved_from(b), first};
    detail::merge_rows(exec, a, na, b, nb, rows, std::move(less));
  }
}

/// Merges the sorted na elements at first and the sorted nb elements after them into one sorted
/// range. Seq in device code has no memory to make room with.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD void inplace_merge(B const& exec, I first, std::ptrdiff_t na, std::ptrdiff_t nb, Less less) {
  using T = std::iter_value_t<I>;
  if (na <= 0 || nb <= 0) return;
  if constexpr (!backend_traits<B>::has_scratch) {
    detail::merge_in_place(sorted_range<I>{first}, 0, na, na + nb, less);
  } else if constexpr (backend_traits<B>::is_serial) {
    object_buffer<T, B> const left(exec, na, object_mover<T, I>{first});
    detail::merge_from_buffer(left.data(), na, first, nb, less);
  } else if constexpr (has_native<B, native::merge>) {
    B const step = detail::step_of(exec);
    object_buffer<T, B> const all(step, na + nb, object_mover<T, I>{first});
    T const* const from = all.data();
    detail::merge(exec, from, na, from + na, nb, first, less);
  } else {
    detail::inplace_merge_by_tiles(exec, first, na, nb, std::move(less));
  }
}

}  // namespace thrum::detail
