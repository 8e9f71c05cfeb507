// ranges::inner_join, inner_join_size.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/inner_join.h>
#include <thrum/ranges/results.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// inner_join(policy, keys1, keys2, places1, places2[, less[, projection1[, projection2]]]): stores
/// the indices of all pairs of a key of the first sorted range and an equal key of the second, in
/// the order of the first index, then of the second. The call ends before the key of the first
/// range whose pairs have no room. Keys of one type have one projection.
///
/// Returns {in1, in2, out1, out2}: the end of the first range, or the key that has no room; the end
/// of the second range; and the ends of what was written. For outputs with an end the pairs are
/// counted before they are written. Otherwise as thrum::inner_join.
struct inner_join_fn : detail::range_algorithm<inner_join_fn, 4, 2> {
  template <class B, class E, class D, class O1, class O2, class F = detail::left_out, class P = detail::left_out,
            class Q = P>
  static auto call(B const& exec, E const& keys1, D const& keys2, O1 const& places1, O2 const& places2,
                   F less = {}, P projection1 = {}, Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    auto const order =
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2));
    auto const pairs = [&](std::ptrdiff_t i, std::ptrdiff_t j) -> std::ptrdiff_t {
      return thrum::inner_join_size(exec, keys1.at(i), keys1.at(j), keys2.first, keys2.last(), order);
    };
    std::ptrdiff_t n = keys1.size;
    std::ptrdiff_t const room = std::min(places1.size, places2.size);
    if (room != detail::no_end && pairs(0, n) > room) n = detail::first_without_room(n, room, pairs);
    auto const ends = thrum::inner_join(exec, keys1.first, keys1.at(n), keys2.first, keys2.last(), places1.first,
                                        places2.first, order);
    if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
    else
      return in_in_out_out_result<typename E::position, typename D::position, typename O1::position,
                                  typename O2::position>{keys1.result(n), keys2.end(), places1.result(ends.first),
                                                         places2.result(ends.second)};
  }
};
THRUM_OBJECT inner_join_fn inner_join{};

/// inner_join_size(policy, keys1, keys2[, less[, projection1[, projection2]]]): returns the number
/// of pairs of inner_join. Otherwise as thrum::inner_join_size.
struct inner_join_size_fn : detail::range_algorithm<inner_join_size_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out, class Q = P>
  static auto call(B const& exec, E const& keys1, D const& keys2, F less = {}, P projection1 = {},
                   Q projection2 = {}) {
    using X = std::iter_value_t<typename E::iterator>;
    using Y = std::iter_value_t<typename D::iterator>;
    return thrum::inner_join_size(
        exec, keys1.first, keys1.last(), keys2.first, keys2.last(),
        detail::projected_order_of_two<X, Y>(std::move(less), std::move(projection1), std::move(projection2)));
  }
};
THRUM_OBJECT inner_join_size_fn inner_join_size{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
