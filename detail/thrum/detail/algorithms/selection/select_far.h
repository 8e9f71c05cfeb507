// Selection in memory that the host does not reach, without a wait: each step leaves its result
// there for the next step.
//
// If the order is that of numbers of a word, the number of the nth element is found digit by digit,
// from the highest on (radix selection: Alabi, Blanchard, Gordon and Steinbach, 2012): one pass for
// every eight bits, and one for the place (the index of the element). Otherwise the places are
// sorted.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/selected_places.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/count_bins.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace thrum::detail {

/// What is known of the nth element: its place. During the search, in addition: the higher digits
/// of its number, and how many of the elements with the same higher digits come before it.
struct found_element {
  std::ptrdiff_t place, rank;
  std::uint64_t number;
};
struct start_selection {
  found_element* found;
  std::ptrdiff_t nth;
  THRUM_HD void operator()(std::ptrdiff_t) const { *found = {0, nth, 0}; }
};

inline constexpr int selected_digit_bits = 8, selected_digits = 1 << selected_digit_bits;

/// Returns the digit of element i that begins at bit `shift`, or -1 if a higher digit is not that
/// of the nth element.
template <class I, class Less>
struct digit_of_candidate {
  I first;
  Less less;
  found_element const* found;
  int shift;
  bool is_highest;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    auto const x = static_cast<std::uint64_t>(digits<std::iter_value_t<I>, Less>::number(less, first[i])) >> shift;
    if (!is_highest && (x ^ found->number >> shift) >> selected_digit_bits != 0) return -1;
    return static_cast<std::ptrdiff_t>(x % selected_digits);
  }
};
/// Finds the digit of the nth element from the number of candidates that have each digit.
struct choose_digit {
  found_element* found;
  unsigned long long const* counts;
  int shift;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::uint64_t digit = 0;
    auto rank = static_cast<unsigned long long>(found->rank);
    for (; digit < selected_digits - 1 && rank >= counts[digit]; ++digit) rank -= counts[digit];
    found->rank = static_cast<std::ptrdiff_t>(rank);
    found->number |= digit << shift;
  }
};
template <class I, class Less>
struct has_found_number {
  I first;
  Less less;
  found_element const* found;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return digits<std::iter_value_t<I>, Less>::number(less, first[i]) == found->number;
  }
};
/// Keeps one place among those whose element has the number of the nth element: the place of the
/// nth element.
struct keep_ranked {
  found_element* found;
  THRUM_HD void operator()(std::ptrdiff_t rank, std::ptrdiff_t place) const {
    if (rank == found->rank) found->place = place;
  }
};

struct own_place {
  std::ptrdiff_t* places;
  THRUM_HD void operator()(std::ptrdiff_t i) const { places[i] = i; }
};
/// Keeps the place of the nth element after a sort of places. A sort by an order that contradicts
/// itself may leave a number that is no place.
struct keep_nth {
  std::ptrdiff_t const* places;
  std::ptrdiff_t n, nth;
  found_element* found;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t const place = places[nth];
    found->place = place >= 0 && place < n ? place : nth;
  }
};
/// Leaves the nth of n elements in the stable order of less, nth < n, in *found.
template <class B, class I, class Less>
void find_nth(B const& step, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less, found_element* found) {
  using T = std::iter_value_t<I>;
  if constexpr (has_word<T, Less>) {
    constexpr int digits_of_number = (digits<T, Less>::bits - 1) / selected_digit_bits + 1;
    scratch_array<unsigned long long, B> const counts(step, selected_digits);
    step.for_each_n(1, start_selection{found, nth}, 1);
    for (int d = digits_of_number - 1; d >= 0; --d) {
      int const shift = d * selected_digit_bits;
      digit_of_candidate<I, Less> const digit{first, less, found, shift, d == digits_of_number - 1};
      detail::count_bins(step, n, digit, selected_digits, counts.data());
      step.for_each_n(1, choose_digit{found, counts.data(), shift}, 1);
    }
    detail::compact_into(step, counting_iterator<std::ptrdiff_t>(0), n,
                         thrum::make_tabulate_output_iterator(keep_ranked{found}),
                         has_found_number<I, Less>{first, less, found}, discard_iterator<>());
  } else {
    scratch_array<std::ptrdiff_t, B> const places(step, n);
    step.for_each_n(n, own_place{places.data()}, default_grain);
    detail::sort(step, places.data(), n, key_order{less, element_at<I>{first}});
    step.for_each_n(1, keep_nth{places.data(), n, nth, found}, 1);
  }
}

/// Compares the elements of a range with the one that was found.
template <class I, class Less>
struct places_around_found {
  I first;
  Less less;
  found_element const* found;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i) const {
    using T = std::iter_value_t<I>;
    if constexpr (has_word<T, Less>) {
      std::uint64_t const x = digits<T, Less>::number(less, first[i]);
      return x < found->number || (x == found->number && i < found->place);
    } else {
      auto const order = detail::sorting_order<T>(less);
      using places = compared_places<I, std::remove_const_t<decltype(order)>>;
      return places{first, order, found->place}.before(i);
    }
  }
};

/// Two steps that read how many pairs there are. exchange_counted does what exchange_elements does;
/// settle_found does what settle_nth does, for the element that was found. counts[0] elements are
/// late and counts[1] are early: as many, unless the order contradicts itself.
template <class I>
struct exchange_counted {
  exchange_elements<I> exchange;
  std::ptrdiff_t const* counts;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (i < counts[0] && i < counts[1]) exchange(i);
  }
};
template <class I>
struct settle_found {
  exchange_elements<I> exchanged;
  std::ptrdiff_t const* counts;
  found_element const* found;
  std::ptrdiff_t nth;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const n = detail::least(counts[0], counts[1]);
    settle_nth<I>{exchanged.range, exchanged.a, exchanged.b, n, found->place, nth}(i);
  }
};

/// Stores x in out[k], if there is room.
template <class O>
struct store_at_most {
  O out;
  std::ptrdiff_t most;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(std::ptrdiff_t k, T const& x) const {
    if (k < most) detail::store(out[k], x);
  }
};
/// Returns an output for the elements before the found one, or for the others. If elements are
/// numbers, there are never more of them than there is room for.
template <class T, class Less, class O>
auto output_at_most(O out, std::ptrdiff_t most) {
  if constexpr (has_word<T, Less>) return out;
  else return thrum::make_tabulate_output_iterator(store_at_most<O>{out, most});
}

/// Copies the first elements that are not accepted, as many as are missing to k. Elements are
/// missing only if an order contradicts itself.
template <class I, class O, class P>
struct copy_missing {
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

/// Does what select_in_place does, if the host reaches no memory of the policy.
template <class B, class I, class Less>
void select_in_place_far(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less, bool settle) {
  using counting = counting_iterator<std::ptrdiff_t>;
  using places = places_around_found<I, Less>;
  B const step = detail::step_of(exec);
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<found_element, B> const found(step, 1);
  scratch_array<std::ptrdiff_t, B> const late(step, most), early(step, most), counts(step, 2);
  detail::find_nth(step, first, n, nth, less, found.data());
  places const around{first, less, found.data()};
  auto const to = [most](std::ptrdiff_t* p) {
    return detail::output_at_most<std::iter_value_t<I>, Less>(p, most);
  };
  detail::compact_into(step, counting(0), nth, to(late.data()), is_not_before<places>{around}, counts.data());
  detail::compact_into(step, counting(nth), n - nth, to(early.data()), is_before<places>{around, nth},
                       counts.data() + 1);
  exchange_elements<I> const exchange{{first}, late.data(), early.data()};
  B const& last = settle ? step : exec;
  last.for_each_n(most, exchange_counted<I>{exchange, counts.data()}, default_grain);
  if (settle) exec.for_each_n(1, settle_found<I>{exchange, counts.data(), found.data(), nth}, 1);
}

/// Does what copy_least does, if the host reaches no memory of the policy.
template <class B, class K, class I, class O, class Less>
void copy_least_far(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  using places = places_around_found<K, Less>;
  B const step = detail::step_of(exec);
  scratch_array<found_element, B> const found(step, 1);
  detail::find_nth(step, keys, n, k, less, found.data());
  is_before<places> const is_least{{keys, less, found.data()}};
  if constexpr (has_word<std::iter_value_t<K>, Less>) {
    detail::compact_into(exec, first, n, out, is_least, discard_iterator<>());
  } else {
    scratch_array<std::ptrdiff_t, B> const copied(step, 1);
    detail::compact_into(step, first, n, thrum::make_tabulate_output_iterator(store_at_most<O>{out, k}), is_least,
                         copied.data());
    exec.for_each_n(1, copy_missing<I, O, is_before<places>>{first, n, out, copied.data(), k, is_least}, 1);
  }
}

}  // namespace thrum::detail
