// Orders over split vectors: sort, stable_sort, sort_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/sort.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <thrum/ordered_by.h>
#include <thrum/sort.h>
#include <utility>

namespace thrum::multi_device {

/// Sorts all elements. Afterwards part 0 holds the first elements, part 1 the next ones, and so on;
/// each part keeps its size. As thrum::sort does, sorts stably, and sorts by keys if less is a
/// thrum::ordered_by. Every device sorts its part, finds by samples where the shares of the other
/// devices begin, gets its own share from all devices, and merges it. Each device needs as much
/// scratch memory as its part takes, and in addition that of thrum::sort. The host waits once for
/// each round of samples, before elements are exchanged: about four times for 2^32 elements.
template <class T, class Group, class Less = less<>>
void sort(multi_device_vector<T, Group>& v, Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, T&, Less>::valid()) {
    detail::call_over("sort", v, [&] {
      detail::part_arrays<T, Group> const spare(v.group(), v.sizes());
      using elements = detail::sorted_keys<T>;
      detail::sort_parts<elements, T>(
          v.group(), v.sizes(), [&](std::ptrdiff_t p) { return elements{v.data(p)}; },
          [&](std::ptrdiff_t p) { return elements{spare.data(p)}; }, std::move(less));
    });
  }
}
/// Sorts all elements. The same as sort, which is stable.
template <class T, class Group, class Less = less<>>
void stable_sort(multi_device_vector<T, Group>& v, Less less = {}) {
  multi_device::sort(v, std::move(less));
}
/// Sorts keys, and moves each value with its key.
template <class K, class V, class Group, class Less = less<>>
void sort_by_key(multi_device_vector<K, Group>& keys, multi_device_vector<V, Group>& values, Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, K&, Less>::valid()) {
    detail::call_over("sort_by_key", keys, [&] {
      detail::require_alike(keys, values);
      detail::part_arrays<K, Group> const spare_keys(keys.group(), keys.sizes());
      detail::part_arrays<V, Group> const spare_values(keys.group(), keys.sizes());
      using elements = detail::sorted_pairs_of_part<K, V>;
      detail::sort_parts<elements, K>(
          keys.group(), keys.sizes(), [&](std::ptrdiff_t p) { return elements{keys.data(p), values.data(p)}; },
          [&](std::ptrdiff_t p) { return elements{spare_keys.data(p), spare_values.data(p)}; }, std::move(less));
    });
  }
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
