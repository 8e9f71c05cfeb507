// The order of a range as indices. A host sorts records of an element, or of the number of a key,
// with its index; a device sorts numbers or copies of the elements, and the indices with them.
// Elements that are large or own something stay where they are: their indices are sorted.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/detail/backends/host/word_sort.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/memory/uninitialized.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/sort.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The order of indices by the elements of a range.
template <class I, class Order>
struct order_of_places {
  I first;
  Order order;
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
  THRUM_HD bool operator()(A const& a, B const& b) {
    return static_cast<bool>(order(first[static_cast<std::ptrdiff_t>(a)], first[static_cast<std::ptrdiff_t>(b)]));
  }
};

/// Stores the index i, and element i by store_key.
template <class O, class StoreKey>
struct indexed_key_storer {
  O places;
  StoreKey store_key;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    store_key(i);
    detail::store(places[i], static_cast<std::iter_value_t<O>>(i));
  }
};
template <class O, class StoreKey>
indexed_key_storer(O, StoreKey) -> indexed_key_storer<O, StoreKey>;

/// Stores the number of each key in to[i].
template <class I, class Less>
struct number_storer {
  using key_digits = digits<std::iter_value_t<I>, Less>;
  I first;
  Less less;
  uint_of_bits<key_digits::bits>* to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { to[i] = key_digits::number(less, first[i]); }
};

/// Stores the indices 0, 1, 2, ... in places.
THRUM_EXEC_CHECK_DISABLE
template <class B, class O>
THRUM_HD void store_indices(B const& exec, std::ptrdiff_t n, O places) {
  using index = std::iter_value_t<O>;
  auto const from = detail::computed<index>(own_index{});
  exec.for_each_n(n, element_restorer<std::remove_const_t<decltype(from)>, O>{from, places}, default_grain);
}

/// Makes a record of each element by make(i, to), sorts the records by less on their keys, and
/// stores index_of(record).
template <class R, class B, class O, class Less, class KeyOf, class Make, class IndexOf>
void argsort_by_records(B const& exec, std::ptrdiff_t n, O places, Less less, KeyOf key_of, Make make,
                        IndexOf index_of) {
  scratch_array<R, B> const records(exec, n);
  exec.for_each_n(n, [=, to = records.data()](std::ptrdiff_t i) { make(i, to + i); }, default_grain);
  detail::composed_sort(exec, record_range<R, KeyOf>{records.data(), key_of}, n, less);
  exec.for_each_n(
      n,
      [=, from = records.data()](std::ptrdiff_t i) {
        detail::store(places[i], static_cast<std::iter_value_t<O>>(index_of(from[i])));
      },
      default_grain);
}

/// Sorts copies of the elements with indices of type N.
template <class N, class B, class I, class O, class Less>
void argsort_by_copies(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  using record = key_value<std::iter_value_t<I>, N>;
  detail::argsort_by_records<record>(
      exec, n, places, less, first_key{},
      [=](std::ptrdiff_t i, record* to) { ::new (static_cast<void*>(to)) record{first[i], static_cast<N>(i)}; },
      [](record const& x) { return x.value; });
}

/// Sorts numbers of the keys with indices.
template <class B, class I, class O, class Less>
void argsort_by_numbers(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  using key_digits = digits<std::iter_value_t<I>, Less>;
  using number = uint_of_bits<std::max(32, key_digits::bits)>;
  using item = indexed_number<number, std::ptrdiff_t>;
  detail::argsort_by_records<item>(
      exec, n, places, thrum::less<>{}, own_number{},
      [=](std::ptrdiff_t i, item* to) {
        ::new (static_cast<void*>(to)) item{static_cast<number>(key_digits::number(less, first[i])), i};
      },
      [](item const& x) { return x.index; });
}

/// Sorts keys of up to 32 bits as words.
template <class B, class I, class O, class Less>
void argsort_as_words(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  scratch_array<std::uint64_t, B> const words(exec, n);
  detail::sort_as_words(exec, first, n, less, words.data());
  detail::read_words(exec, words.data(), n, places, low_half{});
}

/// Stores in places the indices of n elements in their stable order. The host's code. Small
/// elements are copied even if their keys have numbers: a sort knows more of floating-point keys
/// than of their numbers.
template <class B, class I, class O, class Less>
void argsort_on_host(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  using T = std::iter_value_t<I>;
  constexpr std::size_t size = is_plain_element<T> ? sizeof(key_value<T, std::ptrdiff_t>) : SIZE_MAX;
  constexpr std::size_t size_of_number = sizeof(indexed_number<std::uint64_t, std::ptrdiff_t>);
  if constexpr (fits_words<T, Less>) {
    if (detail::takes_words(n)) return detail::argsort_as_words(exec, first, n, places, less);
  }
  if constexpr (size <= (has_word<T, Less> ? size_of_number : direct_sort_maximum_size)) {
    if constexpr (sizeof(T) <= sizeof(std::uint32_t)) {
      if (n <= std::numeric_limits<std::uint32_t>::max())
        return detail::argsort_by_copies<std::uint32_t>(exec, first, n, places, less);
    }
    detail::argsort_by_copies<std::ptrdiff_t>(exec, first, n, places, less);
  } else if constexpr (has_word<T, Less>) {
    detail::argsort_by_numbers(exec, first, n, places, less);
  } else {
    auto const elements = detail::elements_of(first);
    auto const order = detail::sorting_order<T>(less);
    using by_index = index_order<std::remove_const_t<decltype(elements)>, std::remove_const_t<decltype(order)>>;
    scratch_array<element_index, B> const indices(exec, n);
    exec.for_each_n(n, [to = indices.data()](std::ptrdiff_t i) { to[i].index = i; }, default_grain);
    if (n >= sample_sort_minimum) detail::sample_sort(exec, indices.data(), n, by_index{elements, order});
    else detail::merge_sort(exec, indices.data(), n, by_index{elements, order});
    exec.for_each_n(
        n,
        [=, from = indices.data()](std::ptrdiff_t i) {
          detail::store(places[i], static_cast<std::iter_value_t<O>>(from[i].index));
        },
        default_grain);
  }
}

/// The same by the sorts of a backend.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Less>
THRUM_HD void argsort_by_sort(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  using T = std::iter_value_t<I>;
  B const step = detail::step_of(exec);
  if constexpr (has_word<T, Less> && backend_traits<B>::has_scratch) {
    scratch_array<uint_of_bits<digits<T, Less>::bits>, B> const numbers(exec, n);
    number_storer<I, Less> const store_number{first, less, numbers.data()};
    step.for_each_n(n, indexed_key_storer{places, store_number}, default_grain);
    detail::sort_by_key(exec, numbers.data(), places, n, thrum::less<>{});
  } else if constexpr (is_plain_element<T> && sizeof(T) <= direct_sort_maximum_size &&
                       backend_traits<B>::has_scratch) {
    scratch_array<T, B> const keys(exec, n);
    element_copier<I, T*> const copy_key{first, keys.data()};
    step.for_each_n(n, indexed_key_storer{places, copy_key}, default_grain);
    detail::sort_by_key(exec, keys.data(), places, n, less);
  } else {
    detail::store_indices(step, n, places);
    auto const order = detail::sorting_order<T>(less);
    detail::sort(exec, places, n, order_of_places<I, std::remove_const_t<decltype(order)>>{first, order});
  }
}

/// Stores in places the indices of n elements in their stable order.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Less>
THRUM_HD void argsort(B const& exec, I first, std::ptrdiff_t n, O places, Less less) {
  if (n < 2) return detail::store_indices(exec, n, places);
  if constexpr (backend_traits<B>::runs_on_host && backend_traits<B>::has_scratch)
    detail::argsort_on_host(exec, first, n, places, std::move(less));
  else detail::argsort_by_sort(exec, first, n, places, std::move(less));
}

}  // namespace thrum::detail
