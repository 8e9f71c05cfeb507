// Sorts of segments. On the host each short segment is sorted by one task, in one buffer for all
// short segments; a long segment is sorted by all tasks. A device that has sort_segments sorts
// small elements so; otherwise one sort orders all elements, by segment first.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/sort.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The greatest number of records that are sorted by their ranks.
inline constexpr std::ptrdiff_t most_by_ranks = 16;

/// Sorts few records without a branch on the data, by the rank of each: the number of records that
/// go before it.
template <class R, class Less>
void sort_by_ranks(R* records, R* buffer, std::ptrdiff_t n, Less less) {
  int ranks[most_by_ranks] = {};
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    int before = 0;
    for (std::ptrdiff_t j = 0; j < i; ++j) {
      int const is_less = less(records[i], records[j]) ? 1 : 0;
      ranks[j] += is_less;
      before += 1 - is_less;
    }
    ranks[i] = before;
  }
  unsigned taken = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    buffer[ranks[i]] = records[i];
    taken |= 1U << ranks[i];
  }
  // A comparator that contradicts itself may give two records the same rank.
  if (taken + 1 != 1U << n) return detail::insertion_sort(records, n, less);
  for (std::ptrdiff_t i = 0; i < n; ++i) records[i] = buffer[i];
}

/// Sorts records by `less`, on the calling thread.
template <class R, class Less>
void sort_short_run(R* records, R* buffer, std::ptrdiff_t n, Less less) {
  if constexpr (is_plain_element<R> && sizeof(R) <= 16) {
    if (n <= most_by_ranks) return detail::sort_by_ranks(records, buffer, n, less);
  }
  detail::sort_run(records, buffer, n, less);
}

/// Sorts a segment of records by their keys, of type K, on the calling thread. `buffer` has room
/// for as many records.
template <class K, class R, class KeyOf, class Less>
void sort_segment(R* records, R* buffer, std::ptrdiff_t n, KeyOf key_of, Less less) {
  constexpr sort_facts facts = sort_facts::of<record_range<R, KeyOf>, Less>();
  if constexpr (detail::may_choose(facts, sort_method::radix)) {
    static_assert(longest_of_task <= longest_radix_sort_of_task);
    if (detail::choose_sort_method(facts, n) == sort_method::radix) {
      using number = number_of_record<K, Less, KeyOf>;
      radix_scratch_of_task<R, number> const scratch(buffer);
      return detail::radix_sort_in(scratch, seq_policy{}, records, n, number{less, key_of});
    }
  }
  if constexpr (std::is_floating_point_v<K> && sorts_by_radix<K, Less>) {
    // Without NaNs the order is that of `less`, which costs less than the order with NaNs.
    int unordered = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) unordered |= key_of(records[i]) != key_of(records[i]) ? 1 : 0;
    if (unordered == 0) return detail::sort_short_run(records, buffer, n, record_order<Less, KeyOf>{less, key_of});
  }
  auto const order = detail::sorting_order<K>(less);
  detail::sort_short_run(records, buffer, n,
                         record_order<std::remove_const_t<decltype(order)>, KeyOf>{order, key_of});
}

/// Sorts segments of records in memory by their keys, of type K. Long segments take memory of their
/// own and are sorted first, so that no record is in the buffer if an allocation fails.
template <class K, class B, class R, class S, class KeyOf, class Less>
void sort_segments_of_records(B const& exec, R* records, S segments, KeyOf key_of, Less less) {
  segment_tiles<B, S> const tiles(exec, segments, task_of_much_work);
  tiles.for_each_long([=](B const& all, std::ptrdiff_t s) {
    detail::composed_sort(all, record_range<R, KeyOf>{records + segments.begin(s), key_of}, segments.size(s),
                          less);
  });
  if constexpr (is_plain_element<R>) {
    scratch_array<R, B> const buffer(exec, segments.n);
    tiles.for_each_short([=, b = buffer.data()](seq_policy, std::ptrdiff_t s) {
      std::ptrdiff_t const begin = segments.begin(s);
      detail::sort_segment<K>(records + begin, b + begin, segments.size(s), key_of, less);
    });
  } else {
    // Both arrays have to hold objects.
    object_buffer<R, B> const buffer(exec, segments.n, object_mover<R, R*>{records});
    exec.for_each_n(
        segments.n, [=, b = buffer.data()](std::ptrdiff_t i) { records[i] = std::move(b[i]); }, default_grain);
    tiles.for_each_short([=, b = buffer.data()](seq_policy, std::ptrdiff_t s) {
      std::ptrdiff_t const begin = segments.begin(s);
      detail::sort_segment<K>(records + begin, b + begin, segments.size(s), key_of, less);
    });
  }
}

/// Sorts segments of elements, which are one of the ranges of sort_records.h, by their keys.
template <class B, class Elements, class S, class Less>
void sort_segments_on_host(B const& exec, Elements elements, S segments, Less less) {
  using K = typename Elements::key_type;
  using R = typename Elements::record;
  if constexpr (Elements::is_in_memory) {
    detail::sort_segments_of_records<K>(exec, elements.records, segments, elements.key_of, less);
  } else {
    object_buffer<R, B> const records(exec, segments.n, record_maker<Elements>{elements});
    try {
      detail::sort_segments_of_records<K>(exec, records.data(), segments, elements.key_of, less);
    } catch (...) {  // by this thread, because there may be no memory for tasks
      for (std::ptrdiff_t i = 0; i < segments.n; ++i) elements.put_back(i, records.data()[i]);
      throw;
    }
    detail::put_all_back(exec, elements, segments.n, records.data());
  }
}

/// A key with its segment.
template <class T>
struct segment_key {
  std::ptrdiff_t segment;
  T key;
};
template <class T, class K, class S>
struct segment_key_maker {
  K keys;
  S segments;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<T, moved_element_t<K>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, segment_key<T>* p) const {
    ::new (static_cast<void*>(p + i)) segment_key<T>{segments.find(i), detail::moved_element(keys, i)};
  }
};
template <class T, class K>
struct segment_key_writer {
  segment_key<T>* from;
  K keys;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { keys[i] = std::move(from[i].key); }
};
/// The order of elements by segment, then by key. Elements in no segment stay where they are: those
/// before the first segment come first, those after the last one last, and a stable sort does not
/// change their order.
template <class Order>
struct segment_order {
  Order order;
  std::ptrdiff_t count;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD bool operator()(segment_key<T> const& a, segment_key<T> const& b) {
    if (a.segment != b.segment) return a.segment < b.segment;
    return a.segment >= 0 && a.segment < count && static_cast<bool>(order(a.key, b.key));
  }
};

/// Sorts the keys of each segment, and the values with the keys, by sort(keys with their segments,
/// order).
template <class B, class K, class S, class Less, class Sort>
void sort_segments_on_device(B const& exec, K keys, S segments, Less less, Sort sort) {
  using T = std::iter_value_t<K>;
  B const step = detail::step_of(exec);  // the records refer to it
  object_buffer<segment_key<T>, B> const records(step, segments.n, segment_key_maker<T, K, S>{keys, segments});
  auto const order = detail::sorting_order<T>(less);
  sort(records.data(), segment_order<std::remove_const_t<decltype(order)>>{order, segments.count});
  exec.for_each_n(segments.n, segment_key_writer<T, K>{records.data(), keys}, default_grain);
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class S, class Less>
THRUM_HD void segmented_sort(B const& exec, K keys, S segments, Less less) {
  if (segments.count <= 0 || segments.n < 2) return;
  if constexpr (!backend_traits<B>::has_scratch) {
    for (std::ptrdiff_t s = 0; s < segments.count; ++s)
      detail::sort(exec, keys + segments.begin(s), segments.size(s), less);
  } else if constexpr (backend_traits<B>::runs_on_host) {
    detail::sort_segments_on_host(exec, detail::elements_of(keys), segments, less);
  } else if constexpr (requires { exec.sort_segments(segments, less, keys); }) {
    exec.sort_segments(segments, less, keys);
  } else {
    detail::sort_segments_on_device(exec, keys, segments, less, [&](auto* records, auto order) {
      detail::sort(detail::step_of(exec), records, segments.n, order);
    });
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class S, class Less>
THRUM_HD void segmented_sort_by_key(B const& exec, K keys, V values, S segments, Less less) {
  if (segments.count <= 0 || segments.n < 2) return;
  if constexpr (!backend_traits<B>::has_scratch) {
    for (std::ptrdiff_t s = 0; s < segments.count; ++s) {
      std::ptrdiff_t const begin = segments.begin(s);
      detail::sort_by_key(exec, keys + begin, values + begin, segments.size(s), less);
    }
  } else if constexpr (backend_traits<B>::runs_on_host) {
    detail::sort_segments_on_host(exec, pair_range<K, V>{keys, values, {}}, segments, less);
  } else if constexpr (requires { exec.sort_segments(segments, less, keys, values); }) {
    exec.sort_segments(segments, less, keys, values);
  } else {
    detail::sort_segments_on_device(exec, keys, segments, less, [&](auto* records, auto order) {
      detail::sort_by_key(detail::step_of(exec), records, values, segments.n, order);
    });
  }
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/sort_segments.cuh>
#endif
