// Selection within one range: the least elements change places with the elements that are where the
// least belong.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/few_candidates.h>
#include <thrum/detail/algorithms/selection/select.h>
#include <thrum/detail/algorithms/selection/select_far.h>
#include <thrum/detail/algorithms/selection/selected_places.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/iterator/counting_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Brings the nth < n least elements to the front, on the host, and the nth element after them if
/// `settle` asks for it. Elements change places in pairs: at most least(nth, n - nth) pairs.
template <class B, class I, class Less>
void select_in_place_near(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less, bool settle) {
  using counting = counting_iterator<std::ptrdiff_t>;
  sorted_range<I> const range{first};
  few_candidates<B> few(exec, n, nth);
  bool const are_few = few.find(first, less);
  std::ptrdiff_t const place = are_few ? few.place() : detail::nth_place(exec, first, n, nth, less);
  auto const around = detail::places_around(first, less, place);
  using places = std::remove_const_t<decltype(around)>;
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<std::ptrdiff_t, B> const late(exec, most), early(exec, most);
  // As many elements are late as are early, unless the order contradicts itself.
  std::ptrdiff_t const are_late =
      detail::compact_at_most(exec, counting(0), nth, late.data(), most, is_not_before<places>{around});
  std::ptrdiff_t const are_early = are_few ? few.chosen(around, nth, early.data(), most)
                                           : detail::compact_at_most(exec, counting(nth), n - nth, early.data(),
                                                                     most, is_before<places>{around, nth});
  std::ptrdiff_t const misplaced = detail::least(are_late, are_early);
  exec.for_each_n(misplaced, exchange_elements<I>{range, late.data(), early.data()}, default_grain);
  if (settle) {
    exec.for_each_n(1, settle_nth<I>{range, late.data(), early.data(), misplaced, place, nth}, default_grain);
  }
}

/// Does the same under any policy. Seq in device code sorts.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD void select_in_place(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                              [[maybe_unused]] bool settle) {
  if constexpr (!backend_traits<B>::has_scratch) {
    detail::sort_in_place(sorted_range<I>{first}, n, detail::sorting_order<std::iter_value_t<I>>(less));
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    detail::select_in_place_far(exec, first, n, nth, std::move(less), settle);
  } else {
    detail::select_in_place_near(exec, first, n, nth, std::move(less), settle);
  }
}

}  // namespace thrum::detail
