// sort: always stable. Keys that have a number (detail/order/radix_key.h) are sorted by the digits
// of the number, all other keys by comparison. Both sorts are parallel from the first pass to the
// last and take one buffer of n elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/merge_sort.h>
#include <thrum/detail/backends/host/radix_sort.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/memory/object_buffer.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/sort.cuh>
#endif

namespace thrum {
namespace detail {

/// A place, the index of an element in a range. order_at_places is the order of the elements at two
/// places.
struct placed {
  std::ptrdiff_t place;
};
template <class K, class Order>
struct order_at_places {
  K keys;
  Order order;
  bool operator()(placed a, placed b) { return static_cast<bool>(order(keys[a.place], keys[b.place])); }
};

/// Sorts the places of elements, while the elements stay where they are. Then moves every element
/// once, as a record of type R.
template <class R, class B, class K, class Order, class Move>
void sort_by_places(B const& exec, K keys, std::ptrdiff_t n, Order order, Move move) {
  scratch_array<placed, B> const places(exec, n);
  exec.for_each_n(n, [to = places.data()](std::ptrdiff_t i) { to[i].place = i; }, default_grain);
  if (detail::merge_sort(exec, places.data(), n, order_at_places<K, Order>{keys, order})) return;
  object_buffer<R, B> const records(exec, n, in_sorted_order<Move, placed>{move, places.data()});
  exec.for_each_n(n, [=, r = records.data()](std::ptrdiff_t i) { move.put_back(i, r[i]); }, default_grain);
}

/// Sorts n records of keys of type K in memory.
template <class K, class B, class R, class KeyOf, class Less>
void sort_records(B const& exec, R* records, std::ptrdiff_t n, KeyOf key_of, Less less) {
  auto order = detail::sorting_order<K>(less);
  record_order<decltype(order), KeyOf> by_key{order, key_of};
  if (n <= 16) return detail::insertion_sort(records, n, by_key);
  if constexpr (!moves_by_digits<R>) {
    detail::sort_by_places<R>(exec, records, n, by_key, move_out_key<R, R*>{records});
  } else if constexpr (has_number<K, Less>) {
    if (n < radix_sort_minimum) detail::sort_few(exec, records, n, by_key);
    else detail::radix_sort(exec, records, n, number_of_record<K, Less, KeyOf>{less, key_of});
  } else {
    detail::merge_sort(exec, records, n, by_key);
  }
}

/// Sorts the numbers together with their places. Then moves every record once.
template <class R, class U, class P, class B, class K, class Less, class Move>
void sort_numbered(B const& exec, K keys, std::ptrdiff_t n, Less less, Move move) {
  using item = numbered<U, P>;
  using key_digits = digits<std::iter_value_t<K>, Less>;
  scratch_array<item, B> const items(exec, n);
  exec.for_each_n(
      n,
      [=, to = items.data()](std::ptrdiff_t i) {
        ::new (static_cast<void*>(to + i))
            item{static_cast<U>(key_digits::number(less, keys[i])), static_cast<P>(i)};
      },
      default_grain);
  detail::radix_sort(exec, items.data(), n, its_number{});
  object_buffer<R, B> const records(exec, n, in_sorted_order<Move, item>{move, items.data()});
  exec.for_each_n(n, [=, r = records.data()](std::ptrdiff_t i) { move.put_back(i, r[i]); }, default_grain);
}

/// Sorts n elements by their keys. `move` makes records of type R of the elements.
template <class R, class B, class K, class KeyOf, class Less, class Move>
void sort_elements(B const& exec, K keys, std::ptrdiff_t n, KeyOf key_of, Less less, Move move) {
  using T = std::iter_value_t<K>;
  if constexpr (has_number<T, Less> && !moves_by_digits<R>) {
    if (n >= radix_sort_minimum) {
      if constexpr (digits<T, Less>::bits <= 32) {
        if (n <= std::numeric_limits<std::uint32_t>::max()) {
          return detail::sort_numbered<R, std::uint32_t, std::uint32_t>(exec, keys, n, less, move);
        }
      }
      using U = uint_of_bits<std::max(64, digits<T, Less>::bits)>;
      return detail::sort_numbered<R, U, std::ptrdiff_t>(exec, keys, n, less, move);
    }
  }
  if constexpr (std::is_same_v<K, R*>) {
    detail::sort_records<T>(exec, keys, n, key_of, less);
  } else if constexpr (!moves_by_digits<R>) {
    detail::sort_by_places<R>(exec, keys, n, detail::sorting_order<T>(less), move);
  } else {
    object_buffer<R, B> const records(exec, n, in_place_order<Move>{move});
    detail::sort_records<T>(exec, records.data(), n, key_of, less);
    exec.for_each_n(n, [=, r = records.data()](std::ptrdiff_t i) { move.put_back(i, r[i]); }, default_grain);
  }
}

template <class B, class K, class Less>
void composed_sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if (n < 2) return;
  using R = std::iter_value_t<K>;
  detail::sort_elements<R>(exec, keys, n, own_key{}, less, move_out_key<R, K>{keys});
}

template <class B, class K, class V, class Less>
void composed_sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if (n < 2) return;
  using R = key_value<std::iter_value_t<K>, std::iter_value_t<V>>;
  detail::sort_elements<R>(exec, keys, n, first_key{}, less, move_out_pair<R, K, V>{keys, values});
}

/// Sorts keys by less, stably. Takes O(n / 128) counters in addition to the buffer of n elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class Less>
THRUM_HD void sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort>) exec.sort(keys, n, less);
  else detail::composed_sort(exec, keys, n, less);
}

/// Sorts keys by less, stably, and moves the values with the keys.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class Less>
THRUM_HD void sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if constexpr (has_native<B, native::sort_by_key>) exec.sort_by_key(keys, values, n, less);
  else detail::composed_sort_by_key(exec, keys, values, n, less);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class K, class Less>
THRUM_HD void seq_policy::sort(K keys, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_range<K>{keys}, n, detail::sorting_order<std::iter_value_t<K>>(less));
#else
  detail::composed_sort(*this, keys, n, less);
#endif
}

THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class Less>
THRUM_HD void seq_policy::sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_pairs<K, V>{{keys}, {values}}, n,
                        detail::sorting_order<std::iter_value_t<K>>(less));
#else
  detail::composed_sort_by_key(*this, keys, values, n, less);
#endif
}

}  // namespace thrum
