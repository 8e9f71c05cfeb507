// Indirect sorts, for elements that are large or that own something: they sort indices while the
// elements stay where they are, then move each element once (Knuth: The Art of Computer
// Programming, volume 3, 1973: address table sorting, and keysorting, where keys move with the
// indices).
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/radix_sort.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>

namespace thrum::detail {

/// Moves n elements into an order: element in_order[i].index becomes element i. Moves none if the
/// allocation fails.
template <class B, class Elements, class Item>
void move_into_order(B const& exec, Elements elements, std::ptrdiff_t n, Item const* in_order) {
  using R = typename Elements::record;
  object_buffer<R, B> const records(exec, n, ordered_record_maker<Elements, Item>{elements, in_order});
  detail::put_all_back(exec, elements, n, records.data());
}

/// Sorts n elements by comparison. sort(indices, order) sorts the indices, and returns whether they
/// were in order already.
template <class B, class Elements, class Order, class Sort>
void indirect_sort(B const& exec, Elements elements, std::ptrdiff_t n, Order order, Sort sort) {
  scratch_array<element_index, B> const indices(exec, n);
  exec.for_each_n(n, [to = indices.data()](std::ptrdiff_t i) { to[i].index = i; }, default_grain);
  if (sort(indices.data(), index_order<Elements, Order>{elements, order})) return;
  detail::move_into_order(exec, elements, n, indices.data());
}

/// Sorts n elements by numbers of type U of their keys. I is the type of indices.
template <class U, class I, class B, class Elements, class Less>
void sort_indexed_numbers(B const& exec, Elements elements, std::ptrdiff_t n, Less less) {
  using item = indexed_number<U, I>;
  using key_digits = digits<typename Elements::key_type, Less>;
  scratch_array<item, B> const items(exec, n);
  exec.for_each_n(
      n,
      [=, to = items.data()](std::ptrdiff_t i) {
        ::new (static_cast<void*>(to + i))
            item{static_cast<U>(key_digits::number(less, elements.key(i))), static_cast<I>(i)};
      },
      default_grain);
  detail::radix_sort(exec, items.data(), n, own_number{});
  detail::move_into_order(exec, elements, n, items.data());
}

/// Sorts n elements by the numbers of their keys.
template <class B, class Elements, class Less>
void indirect_radix_sort(B const& exec, Elements elements, std::ptrdiff_t n, Less less) {
  constexpr int bits = digits<typename Elements::key_type, Less>::bits;
  if constexpr (bits <= 32) {
    if (n <= std::numeric_limits<std::uint32_t>::max()) {
      return detail::sort_indexed_numbers<std::uint32_t, std::uint32_t>(exec, elements, n, less);
    }
  }
  detail::sort_indexed_numbers<uint_of_bits<std::max(64, bits)>, std::ptrdiff_t>(exec, elements, n, less);
}

}  // namespace thrum::detail
