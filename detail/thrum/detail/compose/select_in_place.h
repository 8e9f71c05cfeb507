// Selection within one range: the least elements change places with those that are where they belong.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact.h>
#include <thrum/detail/compose/few_candidates.h>
#include <thrum/detail/compose/select.h>
#include <thrum/detail/compose/sort.h>
#include <thrum/detail/config.h>
#include <thrum/detail/key_order.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/memory_space.h>
#include <thrum/detail/moved_element.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/device_sort.h>
#include <thrum/detail/step_of.h>
#include <thrum/iterator/counting_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Whether the element at i, counted from `begin`, comes before the selected one.
template <class Places>
struct is_before {
  Places places;
  std::ptrdiff_t begin = 0;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return places.before(begin + i); }
};
template <class Places>
struct is_not_before {
  Places places;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !places.before(i); }
};

/// Exchanges elements a[i] and b[i] of a range.
template <class I>
struct exchange_elements {
  sorted_range<I> range;
  std::ptrdiff_t const *a, *b;
  THRUM_HD void operator()(std::ptrdiff_t i) const { range.exchange(a[i], b[i]); }
};

/// Puts the nth element where it belongs; it was at `place` before the n elements at a and b were exchanged.
template <class I>
struct settle_nth {
  sorted_range<I> range;
  std::ptrdiff_t const *a, *b;
  std::ptrdiff_t n, place, nth;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t now = place;
    if (place < nth) {
      std::ptrdiff_t low = 0, high = n - 1;  // it is one of the ascending a
      while (low < high) {
        std::ptrdiff_t const middle = low + (high - low) / 2;
        if (a[middle] < place) low = middle + 1;
        else high = middle;
      }
      now = b[low];
    }
    if (now != nth) range.exchange(now, nth);
  }
};

/// Brings the nth < n least elements to the front, and the nth element behind them where `settle` asks for it. Elements
/// change places in pairs: at most least(nth, n - nth) of them.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD void select_in_place(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                              [[maybe_unused]] bool settle) {
  sorted_range<I> const range{first};
#if defined(__CUDA_ARCH__)
  detail::sort_in_place(range, n, detail::sorting_order<std::iter_value_t<I>>(less));
#else
  using counting = counting_iterator<std::ptrdiff_t>;
  B const step = detail::step_of(exec);
  constexpr bool on_host = detail::reaches<B, host_space>();
  few_candidates<B> few(step, n, on_host ? nth : n);
  bool are_few = false;
  if constexpr (on_host) are_few = few.find(first, less);
  std::ptrdiff_t const place = are_few ? few.place() : detail::nth_place(exec, first, n, nth, less);
  auto const around = detail::places_around(step, first, less, place);
  using places = std::remove_const_t<decltype(around)>;
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<std::ptrdiff_t, B> const late(exec, most), early(exec, most);
  std::ptrdiff_t const misplaced =
      detail::compact(step, counting(0), nth, late.data(), is_not_before<places>{around});
  if (are_few) {
    if constexpr (on_host) few.chosen(around, nth, early.data());
  } else {
    detail::compact(step, counting(nth), n - nth, early.data(), is_before<places>{around, nth});
  }
  exec.for_each_n(misplaced, exchange_elements<I>{range, late.data(), early.data()}, default_grain);
  if (settle) {
    exec.for_each_n(1, settle_nth<I>{range, late.data(), early.data(), misplaced, place, nth}, default_grain);
  }
#endif
}

}  // namespace thrum::detail
