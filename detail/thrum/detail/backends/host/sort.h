// sort and sort_by_key for backends that have none of their own. The first part chooses a method by
// the types and the number of elements; the second part calls the method.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/indirect_sort.h>
#include <thrum/detail/backends/host/merge_sort.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/backends/host/radix_sort.h>
#include <thrum/detail/backends/host/sample_sort.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/host/vector_sort.h>
#include <thrum/detail/backends/host/word_sort.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

namespace thrum::detail {

/// The methods of a sort. All are stable. Each but insertion is parallel, except where the comment
/// says otherwise, and sees at once if the elements are in order already.
enum class sort_method {
  insertion,        ///< insertion sort, on the calling thread: kernels/merge/sort_run.h
  serial_merge,     ///< merge sort, on the calling thread: merge_sort.h
  merge,            ///< merge sort, or sample sort if many elements are equal: sample_sort.h
  sample,           ///< sample sort: sample_sort.h
  radix,            ///< radix sort: radix_sort.h
  indirect_merge,   ///< the same of indices; each element moves once: indirect_sort.h
  indirect_sample,  ///< sample sort of indices; each element moves once: indirect_sort.h
  indirect_radix,   ///< radix sort of numbers with indices; each element moves once: indirect_sort.h
  buffered,         ///< one of the methods above, on records in a buffer
};

/// The greatest number of elements for insertion.
inline constexpr std::ptrdiff_t insertion_sort_maximum = 16;
/// The greatest size in bytes of records that move in each pass of a sort.
inline constexpr std::size_t direct_sort_maximum_size = 48;

/// What the choice of a method depends on, besides the number of elements.
struct sort_facts {
  bool has_numbers;   ///< the order of the keys is that of unsigned numbers
  bool is_direct;     ///< records may move in each pass: they are small, and copies are copies of bytes
  bool is_in_memory;  ///< the elements are records already

  template <class Elements, class Less>
  static constexpr sort_facts of() {
    using R = typename Elements::record;
    return {has_number<typename Elements::key_type, Less>,
            is_plain_element<R> && sizeof(R) <= direct_sort_maximum_size, Elements::is_in_memory};
  }
};

constexpr sort_method choose_sort_method(sort_facts facts, std::ptrdiff_t n) {
  using method = sort_method;
  if (facts.is_direct && !facts.is_in_memory) return method::buffered;
  if (facts.is_in_memory && n <= insertion_sort_maximum) return method::insertion;
  if (facts.has_numbers && n >= radix_sort_minimum)
    return facts.is_direct ? method::radix : method::indirect_radix;
  if (facts.has_numbers && facts.is_direct) return method::serial_merge;
  if (n >= sample_sort_minimum) return facts.is_direct ? method::sample : method::indirect_sample;
  return facts.is_direct ? method::merge : method::indirect_merge;
}

/// Says whether a method is chosen for any number of elements.
constexpr bool may_choose(sort_facts facts, sort_method method) {
  std::ptrdiff_t const begins[] = {2, insertion_sort_maximum + 1, radix_sort_minimum, sample_sort_minimum};
  for (std::ptrdiff_t n : begins)
    if (detail::choose_sort_method(facts, n) == method) return true;
  return false;
}

template <class B, class Elements, class Less>
void buffered_sort(B const& exec, Elements elements, std::ptrdiff_t n, Less less);

/// Sorts n elements, of an iterator or of one of the ranges of sort_records.h.
template <class B, class K, class Less>
void composed_sort(B const& exec, K keys, std::ptrdiff_t n, Less less) {
  if (n < 2) return;
  auto const elements = detail::elements_of(keys);
  using range = std::remove_const_t<decltype(elements)>;
  using T = typename range::key_type;
  using key_of = decltype(elements.key_of);
  auto order = detail::sorting_order<T>(less);
  record_order<decltype(order), key_of> by_key{order, elements.key_of};
  static constexpr sort_facts facts = sort_facts::of<range, Less>();
  constexpr auto may_be = [](sort_method method) { return detail::may_choose(facts, method); };
  switch (detail::choose_sort_method(facts, n)) {
    case sort_method::insertion:
      if constexpr (may_be(sort_method::insertion)) detail::insertion_sort(elements.records, n, by_key);
      break;
    case sort_method::serial_merge:
      if constexpr (may_be(sort_method::serial_merge)) {
        using by_number = number_of_record<T, Less, key_of>;
        if constexpr (sorts_in_vectors<typename range::record, by_number>) {
          if (detail::sort_few_in_vectors<by_number>(elements.records, n, by_key)) return;
        }
        detail::serial_merge_sort(exec, elements.records, n, by_key);
      }
      break;
    case sort_method::merge:
      if constexpr (may_be(sort_method::merge)) detail::merge_sort(exec, elements.records, n, by_key);
      break;
    case sort_method::sample:
      if constexpr (may_be(sort_method::sample)) detail::sample_sort(exec, elements.records, n, by_key);
      break;
    case sort_method::radix:
      if constexpr (may_be(sort_method::radix))
        detail::radix_sort(exec, elements.records, n, number_of_record<T, Less, key_of>{less, elements.key_of});
      break;
    case sort_method::indirect_merge:
      if constexpr (may_be(sort_method::indirect_merge))
        detail::indirect_sort(exec, elements, n, order,
                              [&](auto* x, auto by_index) { return detail::merge_sort(exec, x, n, by_index); });
      break;
    case sort_method::indirect_sample:
      if constexpr (may_be(sort_method::indirect_sample))
        detail::indirect_sort(exec, elements, n, order,
                              [&](auto* x, auto by_index) { return detail::sample_sort(exec, x, n, by_index); });
      break;
    case sort_method::indirect_radix:
      if constexpr (may_be(sort_method::indirect_radix)) detail::indirect_radix_sort(exec, elements, n, less);
      break;
    case sort_method::buffered:
      if constexpr (may_be(sort_method::buffered)) detail::buffered_sort(exec, elements, n, less);
      break;
  }
}

/// Sorts n keys, and moves the values with them: as words, or in records of a key and a value. Keys
/// in memory that are in order already cost a look at each.
template <class B, class K, class V, class Less>
void composed_sort_by_key(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  if constexpr (std::is_pointer_v<K>) {
    using T = std::iter_value_t<K>;
    if (n < 2) return;
    if (detail::order_of_neighbours_in(exec, keys, n, detail::sorting_order<T>(less), {true, false}).ascending) {
      return;
    }
  }
  if constexpr (moves_by_words<std::iter_value_t<K>, std::iter_value_t<V>, Less>) {
    std::size_t const bytes = static_cast<std::size_t>(n) * sizeof(std::iter_value_t<V>);
    if (bytes <= gathered_value_bytes && detail::takes_words(n))
      return detail::sort_by_key_as_words(exec, keys, values, n, less);
  }
  detail::composed_sort(exec, pair_range<K, V>{keys, values, {}}, n, less);
}

/// Returns a bound of the scratch memory, in bytes, that a sort of n plain elements in memory
/// takes. An allocation may take 64 bytes more than it asks for.
template <class B, class T, class Less>
std::size_t scratch_of_sort(std::ptrdiff_t n) {
  static_assert(is_plain_element<T>);
  using range = record_range<T, own_key>;
  using by_number = number_of_record<T, Less, own_key>;
  constexpr sort_facts facts = sort_facts::of<range, Less>();
  constexpr std::size_t for_allocations = 16 * 64;
  auto const count = static_cast<std::size_t>(n);
  auto const for_radix = []<class R, class NumberOf>(std::type_identity<R>, std::type_identity<NumberOf>,
                                                     std::ptrdiff_t length) {
    using sorter = radix_sorter<R, NumberOf>;
    return static_cast<std::size_t>(length) * sizeof(R) +
           static_cast<std::size_t>(sorter::template places_for<B>(length)) * sizeof(std::ptrdiff_t) +
           static_cast<std::size_t>(sorter::findings_for(length)) * sizeof(typename sorter::findings);
  };
  auto const for_merges = [&](std::size_t size) {
    return count * size + static_cast<std::size_t>(detail::splits_for(n)) * sizeof(std::ptrdiff_t) +
           (count / neighbours_of_task + 1) * sizeof(runs_of_tile);
  };
  auto const for_comparisons = [&]<class R>(std::type_identity<R>) {
    if (n < sample_sort_minimum_of_equal) return for_merges(sizeof(R));
    return std::max(for_merges(sizeof(R)) + bucket_sorter<B, R>::scratch_bytes(n),
                    detail::scratch_of_nearly_sorted<R>(n));
  };
  switch (detail::choose_sort_method(facts, n)) {
    case sort_method::insertion:
      return 0;
    case sort_method::serial_merge:
      return for_merges(sizeof(T)) + for_allocations;
    case sort_method::merge:
    case sort_method::sample:
      return for_comparisons(std::type_identity<T>{}) + for_allocations;
    case sort_method::radix:
      if constexpr (detail::may_choose(facts, sort_method::radix))
        return for_radix(std::type_identity<T>{}, std::type_identity<by_number>{}, n) + for_allocations;
      break;
    case sort_method::indirect_merge:
    case sort_method::indirect_sample:
      return count * sizeof(element_index) +
             std::max(for_comparisons(std::type_identity<element_index>{}), count * sizeof(T)) + for_allocations;
    case sort_method::indirect_radix:
      if constexpr (detail::may_choose(facts, sort_method::indirect_radix)) {
        constexpr int bits = digits<T, Less>::bits;
        auto const with = [&]<class Item>(std::type_identity<Item> item) {
          return count * sizeof(Item) +
                 std::max(for_radix(item, std::type_identity<own_number>{}, n), count * sizeof(T)) +
                 for_allocations;
        };
        if (bits <= 32 && n <= std::numeric_limits<std::uint32_t>::max())
          return with(std::type_identity<indexed_number<std::uint32_t, std::uint32_t>>{});
        return with(std::type_identity<indexed_number<uint_of_bits<std::max(64, bits)>, std::ptrdiff_t>>{});
      }
      break;
    case sort_method::buffered:
      break;
  }
  return 0;  // no other method is chosen for elements in memory
}

/// Sorts elements in a buffer of records.
template <class B, class Elements, class Less>
void buffered_sort(B const& exec, Elements elements, std::ptrdiff_t n, Less less) {
  using R = typename Elements::record;
  object_buffer<R, B> const records(exec, n, record_maker<Elements>{elements});
  using range = record_range<R, decltype(elements.key_of)>;
  detail::composed_sort(exec, range{records.data(), elements.key_of}, n, less);
  detail::put_all_back(exec, elements, n, records.data());
}

}  // namespace thrum::detail
