// segmented_sort, segmented_sort_by_key: each segment sorted on its own.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/segments/segmented_sort.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// segmented_sort(policy, first, last, segments[, less[, projection]]): sorts each segment, as sort
/// does.
///
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size): see
/// thrum/segments.h. Elements that are in no segment stay as they are. The sort is stable; the
/// order, projections and the position of NaNs are those of sort.
///
/// O(n log(longest segment) + segments) work, shared evenly by all tasks however the segments are
/// cut. Scratch memory under tbb::par and seq on the host: n elements and O((n + segments) / 16384)
/// numbers; n elements more if the range is not in contiguous memory. Under CUDA: n elements,
/// unless n is at most some hundred or thousand, or segments_of names no more; elements of more
/// than 32 bytes are one stable sort by segment and key, with 8 more bytes for each key. The call
/// does not wait for a result. An exception of less leaves the call under seq and tbb::par; the
/// elements are then all alive, with unspecified values. If allocation fails, no element is lost.
struct segmented_sort_fn : detail::algorithm<segmented_sort_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_sort", {inout("first"), until("last"), segments(), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, S segments, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_segments<B, S>() &&
                  detail::order_check<B, detail::element_t<I>, Less>::valid() && detail::valid_in_place<B, I>()) {
      detail::segmented_sort(exec, detail::unwrap(first), detail::segments_in(segments, last - first),
                             std::move(less));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class Less, class P>
  THRUM_HD void operator()(B const& exec, I first, I last, S segments, Less less, P projection) const {
    (*this)(exec, first, last, segments,
            detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
};
THRUM_OBJECT segmented_sort_fn segmented_sort{};

/// segmented_sort_by_key(policy, keys_first, keys_last, values, segments[, less[, projection]]):
/// sorts the keys of each segment, and moves the values with them. Otherwise as segmented_sort; an
/// element is a key with its value, and scratch memory holds 2n elements.
struct segmented_sort_by_key_fn : detail::algorithm<segmented_sort_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_sort_by_key",
            {inout("keys_first"), until("keys_last"), also_inout("values"), segments(), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class S, class Less = less<>>
  THRUM_HD void operator()(B const& exec, K keys_first, K keys_last, V values, S segments, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, K, V>() && detail::valid_segments<B, S>() &&
                  detail::order_check<B, detail::element_t<K>, Less>::valid() && detail::valid_in_place<B, K>() &&
                  detail::valid_in_place<B, V>()) {
      detail::segmented_sort_by_key(exec, detail::unwrap(keys_first), detail::unwrap(values),
                                    detail::segments_in(segments, keys_last - keys_first), std::move(less));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class S, class Less, class P>
  THRUM_HD void operator()(B const& exec, K keys_first, K keys_last, V values, S segments, Less less,
                           P projection) const {
    (*this)(exec, keys_first, keys_last, values, segments,
            detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
};
THRUM_OBJECT segmented_sort_by_key_fn segmented_sort_by_key{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
