// sort: stable, always. Arithmetic keys under < or > go by digits, everything else by comparison; both are parallel from
// the first pass to the last and take one buffer of n elements.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/merge_sort.h>
#include <thrum/detail/compose/radix_sort.h>
#include <thrum/detail/config.h>
#include <thrum/detail/gathered.h>
#include <thrum/detail/moved_element.h>
#include <thrum/detail/radix_key.h>
#include <thrum/detail/seq/device_sort.h>
#include <thrum/detail/seq/seq.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/sort.cuh>
#endif

namespace thrum {
namespace detail {

/// A key with its value, as sort_by_key moves them about.
template <class K, class V>
struct key_value {
  K key;
  V value;
};

struct own_key {
  template <class T>
  constexpr T const& operator()(T const& record) const {
    return record;
  }
};
struct first_key {
  template <class R>
  constexpr auto const& operator()(R const& record) const {
    return record.key;
  }
};

/// Sorts n records in memory by their keys.
template <class B, class R, class KeyOf, class Less>
void sort_records(B const& exec, R* records, std::ptrdiff_t n, KeyOf key_of, Less less) {
  using K = std::remove_cvref_t<std::invoke_result_t<KeyOf, R const&>>;
  if constexpr (sorts_by_radix<K, Less> && std::is_trivially_copyable_v<R>) {
    if (n >= radix_sort_minimum) return detail::radix_sort<Less>(exec, records, n, key_of);
  }
  detail::merge_sort(exec, records, n, [key_of, less](R const& a, R const& b) mutable -> bool {
    return less(key_of(a), key_of(b));
  });
}

/// Constructs the pair of key i and value i, which are moved from.
template <class R, class K, class V>
struct move_out_pair {
  K keys;
  V values;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<std::iter_value_t<K>, moved_element_t<K>> &&
                                      std::is_nothrow_constructible_v<std::iter_value_t<V>, moved_element_t<V>>;
  void operator()(std::ptrdiff_t i, R* p) const {
    ::new (static_cast<void*>(p + i)) R{detail::moved_element(keys, i), detail::moved_element(values, i)};
  }
};

/// Sorts the records and calls put_back(i) for each. Records that were moved from their range go back there even if the
/// sort throws: all of them, where its memory gave out.
template <class B, class R, class KeyOf, class Less, class PutBack>
void sort_moved_records(B const& exec, gathered<R, B> const& records, std::ptrdiff_t n, KeyOf key_of, Less less,
                        PutBack put_back) {
  if constexpr (std::is_trivially_copyable_v<R>) {
    detail::sort_records(exec, records.data(), n, key_of, less);
  } else {
    try {
      detail::sort_records(exec, records.data(), n, key_of, less);
    } catch (...) {
      exec.for_each_n(n, put_back, default_grain);
      throw;
    }
  }
  exec.for_each_n(n, put_back, default_grain);
}

template <class B, class K, class Less>
void composed_sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if (n < 2) return;
  if constexpr (std::is_pointer_v<K>) {
    detail::sort_records(exec, keys, n, own_key{}, less);
  } else {
    using R = std::iter_value_t<K>;
    gathered<R, B> const records(exec, n, move_out<R, K>{keys});
    detail::sort_moved_records(exec, records, n, own_key{}, less,
                               [=, r = records.data()](std::ptrdiff_t i) { keys[i] = std::move(r[i]); });
  }
}

template <class B, class K, class V, class Less>
void composed_sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if (n < 2) return;
  using R = key_value<std::iter_value_t<K>, std::iter_value_t<V>>;
  gathered<R, B> const records(exec, n, move_out_pair<R, K, V>{keys, values});
  detail::sort_moved_records(exec, records, n, first_key{}, less, [=, r = records.data()](std::ptrdiff_t i) {
    keys[i] = std::move(r[i].key);
    values[i] = std::move(r[i].value);
  });
}

/// Sorts keys by less, stably. Beside the n elements of the buffer it takes O(n / 2^16) counters.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class Less>
THRUM_HD void sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if constexpr (requires { exec.sort(keys, n, less); }) exec.sort(keys, n, less);
  else detail::composed_sort(exec, keys, n, less);
}

/// Sorts keys by less, stably, and the values with them.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class Less>
THRUM_HD void sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if constexpr (requires { exec.sort_by_key(keys, values, n, less); }) exec.sort_by_key(keys, values, n, less);
  else detail::composed_sort_by_key(exec, keys, values, n, less);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class K, class Less>
THRUM_HD void seq_policy::sort(K keys, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_range<K>{keys}, n, less);
#else
  detail::composed_sort(*this, keys, n, less);
#endif
}

THRUM_EXEC_CHECK_DISABLE
template <class K, class V, class Less>
THRUM_HD void seq_policy::sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(detail::sorted_pairs<K, V>{{keys}, {values}}, n, less);
#else
  detail::composed_sort_by_key(*this, keys, values, n, less);
#endif
}

}  // namespace thrum
