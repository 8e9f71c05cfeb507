// Copies of the least elements of a range, for top_k and partial_sort_copy.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/copy_few_least.h>
#include <thrum/detail/algorithms/selection/select.h>
#include <thrum/detail/algorithms/selection/select_far.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/iterator/discard_iterator.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

struct keep_all {
  THRUM_HD bool operator()(std::ptrdiff_t) const { return true; }
};
/// Whether the element at i, counted from `begin`, comes before the selected one. All elements are
/// on one side of the selected one, and the side decides ties.
template <class Places>
struct is_before_from {
  Places places;
  std::ptrdiff_t begin;
  bool wins_ties;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return places.before(begin + i, wins_ties); }
};
/// Whether the element at i, on either side of the selected one at `place`, comes before the
/// selected one.
template <class Places>
struct is_before_place {
  Places places;
  std::ptrdiff_t place;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return places.before(i, i < place); }
};

/// Copies to out, in their order, those of n elements that have one of the k least keys. Of equal
/// keys the first count.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class I, class O, class Less>
THRUM_HD void copy_least(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  if (k <= 0) return;
  if (k >= n) {
    detail::compact_into(exec, first, n, out, keep_all{}, discard_iterator<>());
    return;
  }
  if constexpr (!backend_traits<B>::runs_on_host) {
    detail::copy_least_far(exec, keys, first, n, k, out, std::move(less));
  } else {
    if constexpr (backend_traits<B>::has_scratch) {
      if (detail::copy_few_least(exec, keys, first, n, k, out, less)) return;
    }
    std::ptrdiff_t const place = detail::nth_place(exec, keys, n, k, less);
    auto const around = detail::places_around(keys, less, place);
    using keep = is_before_from<std::remove_const_t<decltype(around)>>;
    std::ptrdiff_t const before =
        detail::least(k, detail::compact_at_most(exec, first, place, out, k, keep{around, 0, true}));
    std::ptrdiff_t const behind = detail::compact_at_most(exec, first + place, n - place, out + before, k - before,
                                                          keep{around, place, false});
    std::ptrdiff_t const copied = before + behind;
    if (copied < k) {
      using accepted = is_before_place<std::remove_const_t<decltype(around)>>;
      copy_missing<I, O, accepted>{first, n, out, &copied, k, {around, place}}(0);
    }
  }
}

}  // namespace thrum::detail
