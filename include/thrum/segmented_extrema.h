// segmented_argmin, segmented_argmax: the extreme element of each segment, with its index.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/segments/segmented_reduce.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Sets out[s], on the host, to what argmin makes of segment s.
template <class I, class S, class O, class Less>
struct argmin_of_segment {
  I first;
  S segments;
  O out;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class B>
  THRUM_HD void operator()(B const& exec, std::ptrdiff_t s) const {
    detail::store(out[s], detail::least_with_place(exec, first + segments.begin(s), segments.size(s), Less(less)));
  }
};

/// An element of a range on a device, with its index in the range; no element if the index is
/// negative. Large elements stay in the range, and those whose copies Less does not compare.
template <class I, class Less>
struct placed_element {
  using T = std::iter_value_t<I>;
  static constexpr bool is_kept = sizeof(T) <= 16 && (orders_numbers<T, Less> || holds_elements<T, Less>);
  struct nothing {};
  std::conditional_t<is_kept, T, nothing> value;
  std::ptrdiff_t index;
  THRUM_HD static placed_element none() { return {{}, -1}; }
};
/// Makes placed elements. A device may keep what is read at an index, and make the element later.
template <class I, class Less>
struct placed_element_maker {
  using kept = decltype(placed_element<I, Less>::value);
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD kept read(std::ptrdiff_t i) const {
    if constexpr (placed_element<I, Less>::is_kept) return static_cast<std::iter_value_t<I>>(first[i]);
    else return {};
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static placed_element<I, Less> element(kept const& x, std::ptrdiff_t i) { return {x, i}; }
  THRUM_HD placed_element<I, Less> operator()(std::ptrdiff_t i) const { return element(read(i), i); }
};

/// Returns, on a device, the lesser of two elements, or the one with the lesser index; a NaN gives
/// way to a number, as in min_element. The operator is commutative.
template <class I, class Less>
struct lesser_at {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool comes_before(placed_element<I, Less> const& a, placed_element<I, Less> const& b) const {
    using T = std::iter_value_t<I>;
    if constexpr (!placed_element<I, Less>::is_kept) return detail::call(less, first[a.index], first[b.index]);
    else if constexpr (orders_numbers<T, Less>)
      return detail::call(less, a.value, b.value) || (b.value != b.value && a.value == a.value);
    else return detail::call(less, a.value, b.value);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD placed_element<I, Less> operator()(placed_element<I, Less> const& a,
                                              placed_element<I, Less> const& b) const {
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    if (a.index < b.index) return comes_before(b, a) ? b : a;
    return comes_before(a, b) ? a : b;
  }
};
template <class I, class S, class O, class Less>
struct put_indexed {
  using result = indexed_value<std::iter_value_t<I>>;
  I first;
  S segments;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s, placed_element<I, Less> const& x) const {
    if (x.index < 0) detail::store(out[s], result{});
    else if constexpr (placed_element<I, Less>::is_kept)
      detail::store(out[s], result{x.value, x.index - segments.begin(s)});
    else
      detail::store(out[s],
                    result{static_cast<std::iter_value_t<I>>(first[x.index]), x.index - segments.begin(s)});
  }
};

THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class Less>
THRUM_HD void segmented_argmin(B const& exec, I first, S segments, O out, Less less) {
  if constexpr (detail::backend_traits<B>::runs_on_host) {
    detail::for_each_segment(exec, segments,
                             argmin_of_segment<I, S, O, Less>{first, segments, out, std::move(less)});
  } else {
    using writer = put_indexed<I, S, O, Less>;
    detail::segmented_reduce(detail::any_shape_of(exec),
                             detail::computed<placed_element<I, Less>>(placed_element_maker<I, Less>{first}),
                             segments, called_output<writer>(writer{first, segments, out}),
                             placed_element<I, Less>::none(), lesser_at<I, Less>{first, std::move(less)});
  }
}

template <class B, class I, class S, class O, class Less>
THRUM_HD constexpr bool valid_segmented_argmin() {
  using result = indexed_value<std::iter_value_t<I>>;
  return detail::valid_iterators<B, I, O>() && detail::valid_segments<B, S>() &&
         detail::valid_predicate<B, Less, element_t<I>, element_t<I>>() && detail::valid_indexed_value<I>() &&
         detail::valid_output<B, O, result>();
}

}  // namespace detail

/// segmented_argmin(policy, first, last, segments, out[, less]): sets out[s] to an indexed_value of
/// the first of the least elements of segment s: its value, and its index in the segment. For an
/// empty segment the index is -1 and the value is value-initialised. Returns the end of the output.
///
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size): see
/// thrum/segments.h. NaNs are passed over as by min_element. O(n + segments) work, shared evenly by
/// all tasks however the segments are cut. Scratch memory under tbb::par: O((n + segments) / 16384)
/// indices; under CUDA, O((n + segments) / 2048) elements, or none for few. The call hands nothing
/// to the host, so that under CUDA it does not wait for a result. An exception of less leaves the
/// call under seq and tbb::par.
struct segmented_argmin_fn : detail::algorithm<segmented_argmin_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_argmin", {in("first"), until("last"), segments(), out("out", per_segment), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out, Less less = {}) const {
    if constexpr (detail::valid_segmented_argmin<B, I, S, O, Less>()) {
      auto const cut = detail::segments_in(segments, last - first);
      detail::segmented_argmin(exec, detail::unwrap(first), cut, detail::unwrap(out), std::move(less));
      return out + cut.count;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT segmented_argmin_fn segmented_argmin{};

/// segmented_argmax(policy, first, last, segments, out[, less]): does the same with the first of
/// the greatest elements.
struct segmented_argmax_fn : detail::algorithm<segmented_argmax_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_argmax", {in("first"), until("last"), segments(), out("out", per_segment), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out, Less less = {}) const {
    if constexpr (detail::valid_segmented_argmin<B, I, S, O, Less>()) {
      auto const cut = detail::segments_in(segments, last - first);
      auto greater = detail::reversed<std::iter_value_t<detail::unwrapped_t<I>>>(std::move(less));
      detail::segmented_argmin(exec, detail::unwrap(first), cut, detail::unwrap(out), std::move(greater));
      return out + cut.count;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT segmented_argmax_fn segmented_argmax{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
