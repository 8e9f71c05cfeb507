// Selection on a device, without a wait: each step leaves its result in memory of the device for
// the next step.
//
// If the order is that of numbers of a word, the number of the nth element is found digit by digit,
// from the highest on (radix selection: Alabi, Blanchard, Gordon and Steinbach, 2012): one pass for
// every eight bits, and one for the index of the element. Otherwise the indices are sorted.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/selected_element.h>
#include <thrum/detail/algorithms/selection/selection_method.h>
#include <thrum/detail/kernels/element_bodies.h>
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

/// What is known of the nth element: its index. During the search, in addition: the higher digits
/// of its number, and how many of the elements with the same higher digits come before it.
struct found_element {
  std::ptrdiff_t index, rank;
  std::uint64_t number;
};
struct search_start {
  found_element* found;
  std::ptrdiff_t nth;
  THRUM_HD void operator()(std::ptrdiff_t) const { *found = {0, nth, 0}; }
};

/// The bits of the digits whose counts narrow the candidates down, and how many digits there are. A
/// thread block counts so few digits in its shared memory.
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
struct digit_chooser {
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
/// Keeps one index among those whose element has the number of the nth element: the index of the
/// nth element.
struct ranked_keeper {
  found_element* found;
  THRUM_HD void operator()(std::ptrdiff_t rank, std::ptrdiff_t index) const {
    if (rank == found->rank) found->index = index;
  }
};

/// Keeps the index of the nth element after a sort of indices. A sort by an order that contradicts
/// itself may leave a number that is no index.
struct nth_keeper {
  std::ptrdiff_t const* indices;
  std::ptrdiff_t n, nth;
  found_element* found;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t const index = indices[nth];
    found->index = index >= 0 && index < n ? index : nth;
  }
};
/// Leaves the nth of n elements in the stable order of less, nth < n, in *found.
template <class B, class I, class Less>
void find_nth(B const& step, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less, found_element* found) {
  using T = std::iter_value_t<I>;
  constexpr auto facts = selection_facts::of<B, T, Less>();
  constexpr auto method = detail::choose_selection_method(facts, 0, 0);  // numbers of elements decide nothing
  if constexpr (method == selection_method::radix) {
    constexpr int digits_of_number = (digits<T, Less>::bits - 1) / selected_digit_bits + 1;
    scratch_array<unsigned long long, B> const counts(step, selected_digits);
    step.for_each_n(1, search_start{found, nth}, 1);
    for (int d = digits_of_number - 1; d >= 0; --d) {
      int const shift = d * selected_digit_bits;
      digit_of_candidate<I, Less> const digit{first, less, found, shift, d == digits_of_number - 1};
      detail::count_bins(step, n, digit, selected_digits, counts.data());
      step.for_each_n(1, digit_chooser{found, counts.data(), shift}, 1);
    }
    detail::compact_into(step, counting_iterator<std::ptrdiff_t>(0), n,
                         thrum::make_tabulate_output_iterator(ranked_keeper{found}),
                         has_found_number<I, Less>{first, less, found}, discard_iterator<>());
  } else {
    scratch_array<std::ptrdiff_t, B> const indices(step, n);
    step.for_each_n(n, index_filler{indices.data()}, default_grain);
    detail::sort(step, indices.data(), n, key_order{less, element_at<I>{first}});
    step.for_each_n(1, nth_keeper{indices.data(), n, nth, found}, 1);
  }
}

/// Compares the elements of a range with the one that was found.
template <class I, class Less>
struct comparison_with_found {
  I first;
  Less less;
  found_element const* found;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i) const {
    using T = std::iter_value_t<I>;
    if constexpr (has_word<T, Less>) {
      std::uint64_t const x = digits<T, Less>::number(less, first[i]);
      return x < found->number || (x == found->number && i < found->index);
    } else {
      auto const order = detail::sorting_order<T>(less);
      using comparison = element_comparison<I, std::remove_const_t<decltype(order)>>;
      return comparison{first, order, found->index}.before(i);
    }
  }
};

/// Two steps that read how many pairs there are. counted_exchanger does what element_exchanger
/// does; found_settler does what nth_settler does, for the element that was found. counts[0]
/// elements are late and counts[1] are early: as many, unless the order contradicts itself.
template <class I>
struct counted_exchanger {
  element_exchanger<I> exchange;
  std::ptrdiff_t const* counts;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (i < counts[0] && i < counts[1]) exchange(i);
  }
};
template <class I>
struct found_settler {
  element_exchanger<I> exchanged;
  std::ptrdiff_t const* counts;
  found_element const* found;
  std::ptrdiff_t nth;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const n = detail::least(counts[0], counts[1]);
    nth_settler<I>{exchanged.range, exchanged.a, exchanged.b, n, found->index, nth}(i);
  }
};

/// Stores x in out[k], if there is room.
template <class O>
struct bounded_store {
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
  else return thrum::make_tabulate_output_iterator(bounded_store<O>{out, most});
}

/// Does what select_in_place does, on a device.
template <class B, class I, class Less>
void select_in_place_on_device(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                               bool settle) {
  using counting = counting_iterator<std::ptrdiff_t>;
  using comparison = comparison_with_found<I, Less>;
  B const step = detail::step_of(exec);
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<found_element, B> const found(step, 1);
  scratch_array<std::ptrdiff_t, B> const late(step, most), early(step, most), counts(step, 2);
  detail::find_nth(step, first, n, nth, less, found.data());
  comparison const around{first, less, found.data()};
  auto const to = [most](std::ptrdiff_t* p) {
    return detail::output_at_most<std::iter_value_t<I>, Less>(p, most);
  };
  detail::compact_into(step, counting(0), nth, to(late.data()), is_not_before<comparison>{around}, counts.data());
  detail::compact_into(step, counting(nth), n - nth, to(early.data()), is_before<comparison>{around, nth},
                       counts.data() + 1);
  element_exchanger<I> const exchange{{first}, late.data(), early.data()};
  B const& last = settle ? step : exec;
  last.for_each_n(most, counted_exchanger<I>{exchange, counts.data()}, default_grain);
  if (settle) exec.for_each_n(1, found_settler<I>{exchange, counts.data(), found.data(), nth}, 1);
}

/// Does what copy_least does, on a device.
template <class B, class K, class I, class O, class Less>
void copy_least_on_device(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  using comparison = comparison_with_found<K, Less>;
  B const step = detail::step_of(exec);
  scratch_array<found_element, B> const found(step, 1);
  detail::find_nth(step, keys, n, k, less, found.data());
  is_before<comparison> const is_least{{keys, less, found.data()}};
  if constexpr (has_word<std::iter_value_t<K>, Less>) {
    detail::compact_into(exec, first, n, out, is_least, discard_iterator<>());
  } else {
    scratch_array<std::ptrdiff_t, B> const copied(step, 1);
    detail::compact_into(step, first, n, thrum::make_tabulate_output_iterator(bounded_store<O>{out, k}), is_least,
                         copied.data());
    exec.for_each_n(1, missing_copier<I, O, is_before<comparison>>{first, n, out, copied.data(), k, is_least}, 1);
  }
}

}  // namespace thrum::detail
