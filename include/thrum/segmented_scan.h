// segmented_inclusive_scan, segmented_exclusive_scan: prefix sums of each segment.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/segments/segmented_scan.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Runs the scan that all forms share.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class Seed, class Op, class Kind>
THRUM_HD O valid_segmented_scan(B const& exec, I first, I last, S const& segments, O out, Seed init, Op op,
                                Kind kind) {
  using T = typename Seed::type;
  if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_segments<B, S>() &&
                detail::valid_operator<B, Op, T, element_t<I>>() && detail::valid_output<B, O, T>()) {
    detail::segmented_scan(exec, detail::unwrap(first), detail::segments_in(segments, last - first),
                           detail::unwrap(out), std::move(init), std::move(op), kind);
    return out + (last - first);
  } else return detail::wrong_call{};
}

}  // namespace detail

/// segmented_inclusive_scan(policy, first, last, segments, out[, op])
///     does an inclusive_scan of each segment
/// segmented_inclusive_scan(policy, first, last, segments, out, init, op)
///     the same, each from init
///
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size): see
/// thrum/segments.h. The result of element i is out[i]; for an element that is in no segment
/// nothing is written. The output may be the input. Returns out + (last - first).
///
/// op is associative; it need not be commutative. Sums are made in the type of init, or without
/// init in the type of the elements. Under seq, tbb::par and cuda::par.deterministic() the results
/// of each segment are the same bits as inclusive_scan gives for it. O(n + segments) work, shared
/// evenly by all tasks however the segments are cut. Scratch memory under tbb::par: O((n +
/// segments) / 16384) sums; under CUDA O(n / 2048) sums, or none for few elements. An exception of
/// op leaves the call under seq and tbb::par.
struct segmented_inclusive_scan_fn : detail::algorithm<segmented_inclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_inclusive_scan",
            {in("first"), until("last"), segments(), out("out").or_input(), optional("op")},
            {in("first"), until("last"), segments(), out("out").or_input(), value("init"), value("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out, Op op = {}) const {
    return detail::valid_segmented_scan(exec, first, last, segments, out, detail::no_seed<std::iter_value_t<I>>{},
                                        std::move(op), detail::inclusive{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out, T init, Op op) const {
    using sum = detail::value_of_t<T>;
    return detail::valid_segmented_scan(exec, first, last, segments, out,
                                        detail::seed<sum>{static_cast<sum>(std::move(init))}, std::move(op),
                                        detail::inclusive{});
  }
};
THRUM_OBJECT segmented_inclusive_scan_fn segmented_inclusive_scan{};

/// segmented_exclusive_scan(policy, first, last, segments, out[, init[, op]]): does an
/// exclusive_scan of each segment, each from init; from zero unless init is given. Otherwise as
/// segmented_inclusive_scan.
struct segmented_exclusive_scan_fn : detail::algorithm<segmented_exclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_exclusive_scan",
            {in("first"), until("last"), segments(), out("out").or_input(), optional("init"), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out) const {
    if constexpr (detail::valid_beginning<std::iter_value_t<I>>())
      return (*this)(exec, first, last, segments, out, std::iter_value_t<I>(), plus<>{});
    else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class T, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, I first, I last, S segments, O out, T init, Op op = {}) const {
    using sum = detail::value_of_t<T>;
    return detail::valid_segmented_scan(exec, first, last, segments, out,
                                        detail::seed<sum>{static_cast<sum>(std::move(init))}, std::move(op),
                                        detail::exclusive{});
  }
};
THRUM_OBJECT segmented_exclusive_scan_fn segmented_exclusive_scan{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
