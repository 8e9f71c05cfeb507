// segmented_reduce: the sum of each segment.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/segments/segmented_reduce.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

/// segmented_reduce(policy, first, last, segments, out[, init[, op]]): sets out[s] to op over init
/// and the elements of segment s; the sum from zero unless init and op are given. The result of an
/// empty segment is init. Returns the end of the output.
///
///   thrum::segmented_reduce(thrum::par, v.begin(), v.end(), thrum::segments_of(100), sums.begin(), 0.0);
///
/// `segments` is segments_at(offsets_first, offsets_last) or segments_of(size): see
/// thrum/segments.h. op is associative and commutative. It is applied in the type of init. Under
/// seq, tbb::par and cuda::par.deterministic() each result is the same bits as reduce gives for the
/// segment. O(n + segments) work, shared evenly by all tasks however the segments are cut. Scratch
/// memory under tbb::par: O((n + segments) / 16384) sums; under CUDA, O((n + segments) / 2048)
/// sums, or none for few elements. The call hands nothing to the host, so that under CUDA it does
/// not wait for a result. An exception of op leaves the call under seq and tbb::par.
struct segmented_reduce_fn : detail::algorithm<segmented_reduce_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_reduce",
            {in("first"), until("last"), segments(), out("out", per_segment), optional("init"), optional("op")}};
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
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_segments<B, S>() &&
                  detail::valid_operator<B, Op, sum, detail::element_t<I>>() &&
                  detail::valid_output<B, O, sum>()) {
      auto const cut = detail::segments_in(segments, last - first);
      detail::segmented_reduce(exec, detail::unwrap(first), cut, detail::unwrap(out),
                               static_cast<sum>(std::move(init)), std::move(op));
      return out + cut.count;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT segmented_reduce_fn segmented_reduce{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
