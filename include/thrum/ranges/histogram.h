// ranges::histogram_even, histogram, histogram_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/histogram.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// histogram_even(policy, range, bins, lower, upper[, projection]): counts the elements, or what
/// the projection makes of them, that fall into each bin, and stores the counts in the bins, a
/// range or an iterator with its end. The bins cut [lower, upper) into intervals of equal width.
/// Returns the ends {in, out} of the range and of the bins.
///
/// What a projection makes is counted as the type of its result. Otherwise as
/// thrum::histogram_even.
struct histogram_even_fn : detail::range_algorithm<histogram_even_fn, 2> {
  template <class B, class E, class O, class L, class U, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& bins, L lower, U upper, P projection = {}) {
    if constexpr (detail::valid_written<O::outlives>() &&
                  detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      thrum::histogram_even(exec, from, from + in.size, bins.first, bins.last(), std::move(lower),
                            std::move(upper));
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), bins.end()};
  }
};
THRUM_OBJECT histogram_even_fn histogram_even{};

/// histogram(policy, range, bins, bounds[, projection]): counts the elements, or what the
/// projection makes of them, that fall into each bin, and stores the counts in the bins. x falls
/// into bin k if bounds[k] <= x < bounds[k + 1]: the bounds are a range whose elements do not
/// decrease.
///
/// There are as many bins as the bounds have intervals, or fewer if the range of the bins ends
/// before. Returns {in, out}: the end of the range, and behind the last bin. Otherwise as
/// thrum::histogram.
struct histogram_fn : detail::range_algorithm<histogram_fn, 3> {
  template <class B, class E, class O, class L, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& bins, L const& bounds, P projection = {}) {
    std::ptrdiff_t const n = std::min(bins.size, std::max(bounds.size, std::ptrdiff_t{1}) - 1);
    if constexpr (detail::valid_written<O::outlives>() &&
                  detail::valid_projected_elements<B, typename E::iterator, P>()) {
      auto const from = detail::projected_elements(in.first, std::move(projection));
      thrum::histogram(exec, from, from + in.size, bins.first, bins.at(n), bounds.first);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), bins.result(n)};
  }
};
THRUM_OBJECT histogram_fn histogram{};

/// histogram_by_key(policy, keys, values, bins[, projection1[, projection2]]): stores in each bin
/// the sum of the values whose key is its index, until the keys or the values end. projection1
/// makes the integer of a key, and projection2 what is added of a value. The bins are a range, or
/// an iterator with its end. Returns the positions {in1, in2} behind what was read and the end
/// {out} of the bins.
///
/// Sums are made in the value type of the bins. Otherwise as thrum::histogram_by_key.
struct histogram_by_key_fn : detail::range_algorithm<histogram_by_key_fn, 3> {
  template <class B, class K, class V, class O, class P = detail::left_out, class Q = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, O const& bins, P projection1 = {},
                   Q projection2 = {}) {
    std::ptrdiff_t const n = std::min(keys.size, values.size);
    using sum = std::iter_value_t<typename O::iterator>;
    if constexpr (detail::valid_written<O::outlives>() &&
                  detail::valid_projected_elements<B, typename K::iterator, P>() &&
                  detail::valid_summands<sum, B, typename V::iterator, Q>()) {
      auto const from = detail::projected_elements(keys.first, std::move(projection1));
      thrum::histogram_by_key(exec, from, from + n, detail::summands<sum>(values.first, std::move(projection2)),
                              bins.first, bins.last());
    }
    return std::ranges::in_in_out_result<typename K::position, typename V::position, typename O::position>{
        keys.result(n), values.result(n), bins.end()};
  }
};
THRUM_OBJECT histogram_by_key_fn histogram_by_key{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
