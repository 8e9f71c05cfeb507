// Selection: the k least elements of a range, in place (nth_element, partial_sort) or copied
// (top_k, partial_sort_copy). A method of selection_method.h finds the index of the element that
// has k others before it. If the order does not tell elements apart, their indices do: the first of
// equal elements comes first. So there is one answer, whatever the policy.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/device_select.h>
#include <thrum/detail/algorithms/selection/few_candidates.h>
#include <thrum/detail/algorithms/selection/floyd_rivest.h>
#include <thrum/detail/algorithms/selection/selected_element.h>
#include <thrum/detail/algorithms/selection/selection_method.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Does what select_in_place does for elements in memory that are in order, or in the opposite
/// order with no equal of the wanted one. Otherwise does nothing, and returns false.
template <class B, class T, class Less>
bool select_ordered_in_place(B const& exec, T* first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                             bool settle) {
  auto order = detail::sorting_order<T>(less);
  order_of_neighbours const found = detail::order_of_neighbours_in(exec, first, n, order);
  if (found.ascending) return true;
  std::ptrdiff_t const index = n - 1 - nth;
  if (!found.descending || (index > 0 && !order(first[index], first[index - 1])) ||
      (nth > 0 && !order(first[index + 1], first[index])))
    return false;
  // Before the nth place the first elements are late; from there on the last ones are early.
  std::ptrdiff_t const misplaced = detail::least(nth, n - nth);
  std::ptrdiff_t const apart = n - misplaced;
  sorted_range<T*> const range{first};
  if constexpr (are_numbers_in_memory<T*, T*>) {
    exec.for_each_n(misplaced, swap_body<T*, T*>{first, first + apart}, default_grain);
  } else {
    exec.for_each_n(misplaced, [=](std::ptrdiff_t i) { range.exchange(i, apart + i); }, default_grain);
  }
  std::ptrdiff_t const now = index < misplaced ? apart + index : index;
  if (settle && now != nth) range.exchange(now, nth);
  return true;
}

/// Does what select_in_place does, on the host. Elements are exchanged in pairs: at most
/// least(nth, n - nth) pairs.
template <class B, class I, class Less>
void select_in_place_on_host(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                             bool settle) {
  if constexpr (std::is_pointer_v<I>) {
    if (detail::select_ordered_in_place(exec, first, n, nth, less, settle)) return;
  }
  using counting = counting_iterator<std::ptrdiff_t>;
  sorted_range<I> const range{first};
  constexpr auto facts = selection_facts::of<B>();
  few_candidates<B> few(exec, n, nth, detail::choose_selection_method(facts, n, nth));
  bool const are_few = few.find(first, less);
  std::ptrdiff_t const index =
      are_few ? few.index() : detail::floyd_rivest_select(exec, candidate_indices{}, n, nth, first, less);
  auto const around = detail::comparison_with(first, less, index);
  using comparison = std::remove_const_t<decltype(around)>;
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<std::ptrdiff_t, B> const late(exec, most), early(exec, most);
  // As many elements are late as are early, unless the order contradicts itself.
  std::ptrdiff_t const are_late =
      detail::compact_at_most(exec, counting(0), nth, late.data(), most, is_not_before<comparison>{around});
  std::ptrdiff_t const are_early = are_few ? few.chosen(around, nth, early.data(), most)
                                           : detail::compact_at_most(exec, counting(nth), n - nth, early.data(),
                                                                     most, is_before<comparison>{around, nth});
  std::ptrdiff_t const misplaced = detail::least(are_late, are_early);
  exec.for_each_n(misplaced, element_exchanger<I>{range, late.data(), early.data()}, default_grain);
  if (settle) {
    exec.for_each_n(1, nth_settler<I>{range, late.data(), early.data(), misplaced, index, nth}, default_grain);
  }
}

/// Whether a policy selects by itself.
template <class B>
concept has_selections =
    requires(B const& exec, int* p) { exec.template select<false>(p, p - p, p - p, less<>{}); };

/// Brings the nth < n least elements to the front, and sorts them if Sorts, otherwise puts the nth
/// element after them. Seq in device code sorts all.
THRUM_EXEC_CHECK_DISABLE
template <bool Sorts, class B, class I, class Less>
THRUM_HD void select_in_place(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less) {
  using T = std::iter_value_t<I>;
  constexpr auto facts = selection_facts::of<B>();
  if constexpr (!facts.has_scratch) {
    detail::sort_in_place(sorted_range<I>{first}, n, detail::sorting_order<T>(less));
  } else {
    if constexpr (has_selections<B>) {
      if (exec.template select<Sorts>(first, n, nth, less)) return;
    }
    B const& step = Sorts && nth > 1 ? detail::step_of(exec) : exec;
    if constexpr (facts.runs_on_host) detail::select_in_place_on_host(step, first, n, nth, less, !Sorts);
    else detail::select_in_place_on_device(step, first, n, nth, less, !Sorts);
    if constexpr (Sorts) {
      if (nth > 1) detail::sort(exec, first, nth, std::move(less));
    }
  }
}

/// Copies chosen element i of a range to out[i].
template <class I, class O>
struct chosen_copier {
  I first;
  O out;
  std::ptrdiff_t const* chosen;
  void operator()(std::ptrdiff_t i) const { detail::store(out[i], first[chosen[i]]); }
};

/// Does what copy_least does, on the host, if there are few candidates. Otherwise does nothing and
/// returns false.
template <class B, class K, class I, class O, class Less>
bool copy_candidates(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  constexpr auto facts = selection_facts::of<B>();
  few_candidates<B> few(exec, n, k, detail::choose_selection_method(facts, n, k));
  if (!few.find(keys, less)) return false;
  scratch_array<std::ptrdiff_t, B> const chosen(exec, k);
  few.choose(detail::comparison_with(keys, less, few.index()), chosen.data());
  exec.for_each_n(k, chosen_copier<I, O>{first, out, chosen.data()}, default_grain);
  return true;
}

/// Whether the element at i, counted from `begin`, comes before the selected one. All elements are
/// on one side of the selected one, and the side decides ties.
template <class Comparison>
struct is_before_from {
  Comparison comparison;
  std::ptrdiff_t begin;
  bool wins_ties;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return comparison.before(begin + i, wins_ties); }
};
/// Whether the element at i, on either side of the selected one at `index`, comes before the
/// selected one.
template <class Comparison>
struct is_before_index {
  Comparison comparison;
  std::ptrdiff_t index;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return comparison.before(i, i < index); }
};

/// Copies the first k of n elements in the order of their keys. The element at `index` has k others
/// before it.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class I, class O, class Less>
THRUM_HD void copy_least_before(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out,
                                Less const& less, std::ptrdiff_t index) {
  auto const around = detail::comparison_with(keys, less, index);
  using keep = is_before_from<std::remove_const_t<decltype(around)>>;
  std::ptrdiff_t const before =
      detail::least(k, detail::compact_at_most(exec, first, index, out, k, keep{around, 0, true}));
  std::ptrdiff_t const after = detail::compact_at_most(exec, first + index, n - index, out + before, k - before,
                                                       keep{around, index, false});
  std::ptrdiff_t const copied = before + after;
  if (copied < k) {
    using accepted = is_before_index<std::remove_const_t<decltype(around)>>;
    missing_copier<I, O, accepted>{first, n, out, &copied, k, {around, index}}(0);
  }
}

/// Copies to out, in their order, those of n elements that have one of the k least keys. Of equal
/// keys the first count.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class I, class O, class Less>
THRUM_HD void copy_least(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  if (k <= 0) return;
  if (k >= n) {
    detail::compact_into(exec, first, n, out, accept_all{}, discard_iterator<>());
    return;
  }
  constexpr auto facts = selection_facts::of<B>();
  if constexpr (!facts.has_scratch) {
    detail::copy_least_before(exec, keys, first, n, k, out, less, detail::quickselect(keys, n, k, less));
  } else if constexpr (!facts.runs_on_host) {
    if constexpr (has_selections<B>) {
      if (exec.copy_least(keys, first, n, k, out, less, false)) return;
    }
    detail::copy_least_on_device(exec, keys, first, n, k, out, std::move(less));
  } else {
    if (detail::copy_candidates(exec, keys, first, n, k, out, less)) return;
    detail::copy_least_before(exec, keys, first, n, k, out, less,
                              detail::floyd_rivest_select(exec, candidate_indices{}, n, k, keys, less));
  }
}

/// Copies the first k of n elements in the order of their keys, 0 < k <= n, if the policy does so
/// in one step. Otherwise does nothing and returns false.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class I, class O, class Less>
THRUM_HD bool copy_sorted_at_once([[maybe_unused]] B const& exec, [[maybe_unused]] K keys,
                                  [[maybe_unused]] I first, [[maybe_unused]] std::ptrdiff_t n,
                                  [[maybe_unused]] std::ptrdiff_t k, [[maybe_unused]] O out,
                                  [[maybe_unused]] Less less) {
  if constexpr (has_selections<B>) return exec.copy_least(keys, first, n, k, out, less, true);
  else return false;
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/select.cuh>
#endif
