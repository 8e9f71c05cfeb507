// What selections do with an element that they have picked: compare others with it, exchange the
// elements that are on the wrong side of it.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Returns first[i].
template <class I>
struct element_at {
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr decltype(auto) operator()(std::ptrdiff_t i) const { return first[i]; }
};

/// Compares the indices of elements with the index `at` in the order of their elements. Of
/// equal elements the first comes first.
template <class I, class Order>
struct element_comparison {
  I first;
  Order order;
  std::ptrdiff_t at;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, bool wins_ties) const {
    return wins_ties ? !detail::call(order, first[at], first[i])
                     : static_cast<bool>(detail::call(order, first[i], first[at]));
  }
  THRUM_HD bool before(std::ptrdiff_t i) const { return before(i, i < at); }
  THRUM_HD bool after(std::ptrdiff_t i) const { return i != at && !before(i); }
};
/// Does the same for elements with numbers. Holds the number of the element at `at`.
template <class I, class Less>
struct number_comparison {
  using element = digits<std::iter_value_t<I>, Less>;
  I first;
  Less less;
  std::ptrdiff_t at;
  uint_of_bits<element::bits> number;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, bool wins_ties) const {
    auto const x = element::number(less, first[i]);
    return (x < number) | ((x == number) & wins_ties);
  }
  THRUM_HD bool before(std::ptrdiff_t i) const { return before(i, i < at); }
  THRUM_HD bool after(std::ptrdiff_t i) const { return i != at && !before(i); }
};

/// Returns an object that compares the elements of a range with the one at an index.
THRUM_EXEC_CHECK_DISABLE
template <class I, class Less>
THRUM_HD auto comparison_with(I first, Less const& less, std::ptrdiff_t at) {
  using T = std::iter_value_t<I>;
  if constexpr (has_word<T, Less>) {
    return number_comparison<I, Less>{first, less, at, digits<T, Less>::number(less, first[at])};
  } else {
    auto const order = detail::sorting_order<T>(less);
    return element_comparison<I, std::remove_const_t<decltype(order)>>{first, order, at};
  }
}

/// Whether the element at i, counted from `begin`, comes before the selected one.
template <class Comparison>
struct is_before {
  Comparison comparison;
  std::ptrdiff_t begin = 0;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return comparison.before(begin + i); }
};
template <class Comparison>
struct is_not_before {
  Comparison comparison;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !comparison.before(i); }
};

/// Exchanges elements a[i] and b[i] of a range.
template <class I>
struct element_exchanger {
  sorted_range<I> range;
  std::ptrdiff_t const *a, *b;
  THRUM_HD void operator()(std::ptrdiff_t i) const { range.exchange(a[i], b[i]); }
};

/// Puts the nth element where it belongs. The element was at `index` before the n elements at a and
/// b were exchanged.
template <class I>
struct nth_settler {
  sorted_range<I> range;
  std::ptrdiff_t const *a, *b;
  std::ptrdiff_t n, index, nth;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t now = index;
    if (index < nth) {
      // `index` is one of the ascending a, unless the order contradicts itself
      std::ptrdiff_t low = 0, high = n;
      while (low < high) {
        std::ptrdiff_t const middle = low + (high - low) / 2;
        if (a[middle] < index) low = middle + 1;
        else high = middle;
      }
      if (low < n && a[low] == index) now = b[low];
    }
    if (now != nth) range.exchange(now, nth);
  }
};

/// Copies the first elements that are not accepted, as many as are missing to k. Elements are
/// missing only if an order contradicts itself.
template <class I, class O, class P>
struct missing_copier {
  I first;
  std::ptrdiff_t n;
  O out;
  std::ptrdiff_t const* copied;
  std::ptrdiff_t k;
  P accept;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t at = *copied;
    for (std::ptrdiff_t i = 0; at < k && i < n; ++i) {
      if (!accept(i)) detail::store(out[at++], first[i]);
    }
  }
};

}  // namespace thrum::detail
