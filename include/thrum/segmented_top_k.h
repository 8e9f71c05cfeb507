// segmented_top_k: the greatest elements of each segment.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/expand.h>
#include <thrum/detail/algorithms/segments/segmented_sort.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <thrum/top_k.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Copies the k greatest elements of segment s, on a host or in order.
template <class I, class S, class O, class Less>
struct top_k_of_segment {
  I first;
  S segments;
  std::ptrdiff_t k;
  O out;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class B>
  THRUM_HD void operator()(B const& exec, std::ptrdiff_t s) const {
    top_k_fn{}(exec, first + segments.begin(s), first + segments.end(s), k, out + s * k, less);
  }
};

/// Makes a copy of element i.
template <class T, class I>
struct object_copier {
  I first;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<T, std::iter_reference_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const { ::new (static_cast<void*>(p + i)) T(first[i]); }
};

/// How many elements of segment s are wanted.
template <class S>
struct wanted_of_segment {
  S segments;
  std::ptrdiff_t k;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t s) const { return detail::least(k, segments.size(s)); }
};
/// Stores the j-th element of sorted segment s.
template <class T, class S, class O>
struct wanted_storer {
  T const* sorted;
  S segments;
  std::ptrdiff_t k;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s, std::ptrdiff_t j, std::ptrdiff_t) {
    detail::store(out[s * k + j], sorted[segments.begin(s) + j]);
  }
};

THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class Less>
THRUM_HD void segmented_top_k(B const& exec, I first, S segments, std::ptrdiff_t k, O out, Less less) {
  if (segments.count <= 0 || k <= 0) return;
  if constexpr (backend_traits<B>::runs_on_host || backend_traits<B>::is_serial) {
    detail::for_each_segment(exec, segments, top_k_of_segment<I, S, O, Less>{first, segments, k, out, less});
  } else {
    // A device sorts copies of the segments.
    using T = std::iter_value_t<I>;
    B const step = detail::step_of(exec);
    object_buffer<T, B> const sorted(step, segments.n, object_copier<T, I>{first});
    detail::segmented_sort(step, sorted.data(), segments, detail::reversed<T>(std::move(less)));
    detail::expand<false>(exec, detail::computed<std::ptrdiff_t>(wanted_of_segment<S>{segments, k}),
                          segments.count, wanted_storer<T, S, O>{sorted.data(), segments, k, out});
  }
}

}  // namespace detail

/// segmented_top_k(policy, first, last, segments, k, out[, less]): copies the k greatest elements
/// of each segment, the greatest first: those of segment s to out[s * k] and after. With
/// thrum::greater<>{} as less, the k least elements. Of a segment with fewer elements all are
/// copied, and what is left of its k places is not written. Returns out + segments * k.
///
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size): see
/// thrum/segments.h. Of equal elements the first ones of the segment are taken, and they keep their
/// order; the place of NaNs is as in top_k. The output does not overlap the input, and can be read
/// and written; the input is not changed.
///
/// Under seq and tbb::par each segment takes what top_k of it takes, and they are shared evenly by
/// all tasks however the segments are cut: O(n + segments) work, and the sorts of the results.
/// Under CUDA copies of the segments are sorted: O(n log(longest segment)) work; scratch memory:
/// 2n elements and 8 bytes for each segment. The call does not wait for a result. An exception of
/// less leaves the call under seq and tbb::par.
struct segmented_top_k_fn : detail::algorithm<segmented_top_k_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_top_k", {in("first"), until("last"), segments(), value("k"), value("out"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class Size, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, Size most, O out, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_segments<B, S>() &&
                  detail::valid_count<Size>() && detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      std::ptrdiff_t const k = detail::length_of(most);
      auto const cut = detail::segments_in(segments, last - first);
      detail::segmented_top_k(exec, detail::unwrap(first), cut, k, detail::unwrap(out), std::move(less));
      return out + cut.count * k;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT segmented_top_k_fn segmented_top_k{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
