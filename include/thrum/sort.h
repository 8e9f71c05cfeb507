// sort, stable_sort, their by_key forms, is_sorted.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/find_first.h>
#include <thrum/detail/compose/sort.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// sort(policy, first, last[, less]): sorts, ascending unless another order is given.
///
/// It is stable, as stable_sort is: both names are one algorithm. Arithmetic keys of up to 64 bits under less or greater
/// are sorted by their digits in O(n) work, anything else by comparison in O(n log n). Scratch memory: n elements and
/// O(n / 2^16) counters (none for seq in device code). An exception of less leaves the call under seq and tbb::par; the
/// elements are then all alive, with unspecified values. None is lost where scratch memory gives out.
struct sort_fn : detail::algorithm<sort_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_order<B, Less, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>()) {
      detail::sort(exec, detail::unwrap(first), last - first, std::move(less));
    }
  }
};
THRUM_OBJECT sort_fn sort{};
/// sort, which is stable.
THRUM_OBJECT sort_fn stable_sort{};

/// sort_by_key(policy, keys_first, keys_last, values[, less]): sorts keys, and the values with them. As sort; its scratch
/// memory holds n pairs twice.
struct sort_by_key_fn : detail::algorithm<sort_by_key_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Less = less<>>
  THRUM_HD void operator()(B const& exec, K keys_first, K keys_last, V values, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, K, V>() && detail::valid_order<B, Less, detail::element_t<K>>() &&
                  detail::valid_in_place<B, K>() && detail::valid_in_place<B, V>()) {
      detail::sort_by_key(exec, detail::unwrap(keys_first), detail::unwrap(values), keys_last - keys_first,
                          std::move(less));
    }
  }
};
THRUM_OBJECT sort_by_key_fn sort_by_key{};
/// sort_by_key, which is stable.
THRUM_OBJECT sort_by_key_fn stable_sort_by_key{};

namespace detail {
/// Whether element i + 1 is less than element i.
template <class I, class Less>
struct descends_at {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return detail::call(less, first[i + 1], first[i]); }
};
}  // namespace detail

/// is_sorted(policy, first, last[, less]): whether no element is less than the one before it. Stops soon after the first
/// that is. O(n) work; no scratch memory. Under CUDA it waits for the result.
struct is_sorted_fn : detail::algorithm<is_sorted_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<B, Less, detail::element_t<I>, detail::element_t<I>>()) {
      std::ptrdiff_t const pairs = last - first < 2 ? 0 : last - first - 1;
      using descends = detail::descends_at<detail::unwrapped_t<I>, Less>;
      return detail::find_first(exec, pairs, descends{detail::unwrap(first), std::move(less)}) == pairs;
    }
  }
};
THRUM_OBJECT is_sorted_fn is_sorted{};

}  // namespace thrum
