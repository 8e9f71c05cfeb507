// Binary searches in one sorted range: for one value, and for many.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A predicate: whether the bound of a value is at element i or before.
template <class Bound, class I, class T, class Less>
struct is_bound {
  I first;
  T const& value;
  Less& less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !Bound::is_after(first[i], value, less); }
};

/// A search for a place, the index of the first element that is not less than the value or, if
/// Upper, that the value is less than.
template <bool Upper>
struct bound_place {
  static constexpr char const* name = Upper ? "upper_bound" : "lower_bound";
  /// Returns whether the place is after the given element.
  THRUM_EXEC_CHECK_DISABLE
  template <class E, class T, class Less>
  THRUM_HD static bool is_after(E&& element, T const& value, Less& less) {
    if constexpr (Upper) return !less(value, element);
    else return static_cast<bool>(less(element, value));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static std::ptrdiff_t find(I first, std::ptrdiff_t n, T const& value, Less& less) {
    return detail::find_without_branch(n, is_bound<bound_place, I, T, Less>{first, value, less});
  }
  using bound = bound_place;
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static std::ptrdiff_t found_at(I, std::ptrdiff_t, std::ptrdiff_t at, T const&, Less&) {
    return at;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I>
  THRUM_HD static I answer(I first, std::ptrdiff_t found) {
    return first + found;
  }
  using result = std::ptrdiff_t;
  /// Checks the comparisons that the search makes.
  template <class B, class Less, class Element, class T>
  THRUM_HD static constexpr bool valid() {
    if constexpr (Upper) return detail::valid_predicate<B, Less, T, Element>();
    else return detail::valid_predicate<B, Less, Element, T>();
  }
};

/// A search for whether there is an element that is neither less nor greater than the value.
struct is_present {
  static constexpr char const* name = "binary_search";
  using bound = bound_place<false>;
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static bool found_at(I first, std::ptrdiff_t n, std::ptrdiff_t at, T const& value, Less& less) {
    return at < n && !less(value, first[at]);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static bool find(I first, std::ptrdiff_t n, T const& value, Less& less) {
    return found_at(first, n, bound::find(first, n, value, less), value, less);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I>
  THRUM_HD static bool answer(I, std::ptrdiff_t found) {
    return found != 0;
  }
  using result = bool;
  template <class B, class Less, class Element, class T>
  THRUM_HD static constexpr bool valid() {
    if constexpr (!detail::valid_predicate<B, Less, Element, T>()) return false;
    else return detail::valid_predicate<B, Less, T, Element>();
  }
};

/// Whether elements are in memory, are numbers or as small as numbers, and are compared by their
/// own operator.
template <class I, class Less>
inline constexpr bool compares_fast = false;
template <class T, class Less>
inline constexpr bool compares_fast<T*, Less> =
    std::is_trivially_copyable_v<T> && sizeof(T) <= 16 && only_compares<Less>;

/// Returns what Search finds for one value alone. If comparisons are cheap, makes five of them at a
/// time, none of which waits for another (B. Schlegel, R. Gemulla, W. Lehner: k-ary search on
/// modern processors, 2009). Six parts also avoid places at distances of powers of two, which share
/// a few lines of the cache.
THRUM_EXEC_CHECK_DISABLE
template <class Search, class I, class T, class Less>
THRUM_HD auto find_alone(I first, std::ptrdiff_t n, T const& value, Less& less) {
#if !defined(__CUDA_ARCH__)
  if constexpr (compares_fast<I, Less>) {
    using bound = typename Search::bound;
    constexpr std::ptrdiff_t parts = 6;
    std::ptrdiff_t low = 0, size = n;
    while (size >= parts) {
      std::ptrdiff_t const part = size / parts;
      std::ptrdiff_t after = 0;
      THRUM_UNROLL
      for (std::ptrdiff_t k = 1; k < parts; ++k)
        after += bound::is_after(first[low + k * part - 1], value, less) ? 1 : 0;
      low += after * part;
      size -= (parts - 1) * part;
    }
    std::ptrdiff_t at = low;
    for (std::ptrdiff_t k = 0; k < size; ++k) at += bound::is_after(first[low + k], value, less) ? 1 : 0;
    return Search::found_at(first, n, at, value, less);
  }
#endif
  return Search::find(first, n, value, less);
}

template <class Search, class I, class V, class O, class Less>
struct separate_searches {
  I first;
  std::ptrdiff_t n;
  V values;
  O out;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { detail::store(out[i], Search::find(first, n, values[i], less)); }
};

/// How many searches go side by side.
inline constexpr std::ptrdiff_t searches_abreast = 32;

/// Whether the compiler is told to keep the state of searches in memory: GCC if it would spill to
/// vectors; clang if it might make branches of choices between registers. (clang++ -O3 did, of
/// searches for integers: 50 ns instead of 7.)
#if defined(__clang__)
inline constexpr bool keeps_in_memory = !compares_to_masks;
#else
inline constexpr bool keeps_in_memory = spills_to_vectors;
#endif

/// Thirty-two searches that go through the range together, step by step and without a branch. A
/// step of one search does not wait for the memory that another one waits for.
template <class Search, class E, class T, class Less>
struct search_group {
  T values[searches_abreast];
  E const* places[searches_abreast];

  /// Finds the places of all values. All places are in [begin, begin + n], n > 0.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void find(E const* begin, std::ptrdiff_t n, Less& less) {
    for (E const*& place : places) place = begin;
    // The first step goes not quite to the middle, because places at distances of powers of two
    // would share a few lines of the cache.
    for (std::ptrdiff_t half_size = n / 2 - n / 37; n > 1; half_size = n / 2) {
      n -= half_size;
      for (std::ptrdiff_t k = 0; k < searches_abreast; k += 16) {
        E const** const at = detail::places<keeps_in_memory>(places + k);
        T const* const wanted = detail::places<keeps_in_memory>(values + k);
        THRUM_UNROLL
        for (std::ptrdiff_t u = 0; u < 16; ++u) {
          E const* const after = at[u] + half_size;
          bool is_after = Search::bound::is_after(after[-1], wanted[u], less);
          if constexpr (std::is_floating_point_v<E> && !compares_to_masks)
            is_after = detail::opaque_to_clang(is_after);
          at[u] = detail::chosen(is_after, after, at[u]);
        }
      }
    }
    for (std::ptrdiff_t k = 0; k < searches_abreast; ++k)
      places[k] += static_cast<std::ptrdiff_t>(Search::bound::is_after(*places[k], values[k], less));
  }
  /// Returns whether all places are in [first + begin, first + end].
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool are_within(E const* first, std::ptrdiff_t n, std::ptrdiff_t begin, std::ptrdiff_t end,
                           Less& less) {
    for (T const& value : values) {
      if (begin > 0 && !Search::bound::is_after(first[begin - 1], value, less)) return false;
      if (end < n && Search::bound::is_after(first[end], value, less)) return false;
    }
    return true;
  }
};

/// Searches for many values, in turns of some groups.
template <class Search, class E, class V, class O, class Less>
struct search_turn {
  E const* first;
  std::ptrdiff_t n;
  V const* values;
  std::ptrdiff_t m;
  O out;
  Less less;

  static constexpr std::ptrdiff_t length = searches_of_turn;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t turn) {
    std::ptrdiff_t i = turn * length;
    std::ptrdiff_t const end = detail::least(m, i + length);
    search_group<Search, E, V, Less> group;
    // The search looks after the position of the previous element first, because values often come
    // in order.
    std::ptrdiff_t begin = 0, width = n;
    for (; n > 0 && end - i >= searches_abreast; i += searches_abreast) {
      for (std::ptrdiff_t k = 0; k < searches_abreast; ++k) group.values[k] = values[i + k];
      if (width > 0 && begin + width < n && group.are_within(first, n, begin, begin + width, less))
        group.find(first + begin, width, less);
      else group.find(first, n, less);
      for (std::ptrdiff_t k = 0; k < searches_abreast; ++k) {
        std::ptrdiff_t const at = group.places[k] - first;
        detail::store(out[i + k], Search::found_at(first, n, at, group.values[k], less));
      }
      begin = group.places[0] - first;
      width = 4 * (group.places[searches_abreast - 1] - group.places[0]) + searches_abreast;
    }
    for (; i < end; ++i) detail::store(out[i], Search::find(first, n, values[i], less));
  }
};

/// Returns whether searches go side by side: the range and the values are in memory, and the values
/// can be copied and kept. A backend whose code runs elsewhere uses threads instead.
template <class B, class I, class V>
constexpr bool may_search_abreast() {
  if constexpr (!backend_traits<B>::runs_on_host) {
    return false;
  } else if constexpr (std::is_pointer_v<I> && std::is_pointer_v<V>) {
    using value = std::iter_value_t<V>;
    return std::is_trivially_copyable_v<value> && std::is_default_constructible_v<value> && sizeof(value) <= 16;
  } else {
    return false;
  }
}

/// Stores in out[i] what Search finds for values[i], for each of m values.
THRUM_EXEC_CHECK_DISABLE
template <class Search, class B, class I, class V, class O, class Less>
THRUM_HD void search_many(B const& exec, I first, std::ptrdiff_t n, V values, std::ptrdiff_t m, O out, Less less) {
  if constexpr (detail::may_search_abreast<B, I, V>()) {
    using turn = search_turn<Search, std::iter_value_t<I>, std::iter_value_t<V>, O, Less>;
    exec.for_each_n((m + turn::length - 1) / turn::length, turn{first, n, values, m, out, std::move(less)},
                    search_turns_of_task);
  } else {
    exec.for_each_n(m, separate_searches<Search, I, V, O, Less>{first, n, values, out, std::move(less)},
                    searches_of_task);
  }
}

}  // namespace thrum::detail
