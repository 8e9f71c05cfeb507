// ranges::reduce, reduce_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/runs_with_room.h>
#include <thrum/functional.h>
#include <thrum/ranges/results.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// reduce(policy, range[, init[, op[, projection]]]): returns op over init and all elements, or
/// what the projection makes of them; the sum from zero unless init and op are given. With a
/// projection there is an init: its type is that of the sum. Otherwise as thrum::reduce.
struct reduce_fn : detail::range_algorithm<reduce_fn, 1> {
  template <class B, class E, class T = detail::left_out, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T init = {}, F op = {}, P projection = {}) {
    auto const add = detail::functor_or<plus<>>(std::move(op));
    if constexpr (!std::same_as<T, detail::left_out>) {
      if constexpr (detail::no_projection<P>) {
        return thrum::reduce(exec, in.first, in.last(), std::move(init), add);
      } else {
        return thrum::transform_reduce(exec, in.first, in.last(), detail::as_projector(std::move(projection)),
                                       std::move(init), add);
      }
    } else {
      using element = std::iter_value_t<typename E::iterator>;
      if constexpr (detail::valid_sum_without_init<element, P>()) {
        return thrum::reduce(exec, in.first, in.last(), element(), add);
      } else return detail::wrong_call{};
    }
  }
};
THRUM_OBJECT reduce_fn reduce{};

/// reduce_by_key(policy, keys, values, keys_out, values_out[, equal[, op[, projection1[,
/// projection2]]]]): writes, for each run of adjacent equal keys, its first key and op over its
/// values, until the keys or the values end or a run has no room. projection1 makes what is
/// compared of a key, and projection2 what is added of a value.
///
/// Returns {in1, in2, out1, out2}: the ends of what was read, and those of what was written. Runs
/// that have no room are not read: in1 and in2 are where the first of them begins. Sums are made in
/// the value type of `values`, or with a projection in that of `values_out`. For outputs that are
/// shorter than the input, what fits is counted before it is added. Otherwise as
/// thrum::reduce_by_key.
struct reduce_by_key_fn : detail::range_algorithm<reduce_by_key_fn, 4, 2> {
  template <class B, class K, class V, class KO, class VO, class F = detail::left_out, class G = detail::left_out,
            class P = detail::left_out, class Q = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& values_out,
                   F same = {}, G op = {}, P projection1 = {}, Q projection2 = {}) {
    using sum = std::iter_value_t<typename VO::iterator>;
    using result = in_in_out_out_result<typename K::position, typename V::position, typename KO::position,
                                        typename VO::position>;
    if constexpr (!detail::valid_summands<sum, B, typename V::iterator, Q>()) return detail::wrong_call{};
    else {
      auto const alike = detail::projected_functor(std::move(same), projection1, projection1);
      std::ptrdiff_t const n = detail::runs_with_room(exec, keys, std::min(keys.size, values.size),
                                                      std::min(keys_out.size, values_out.size), alike);
      auto const ends = thrum::reduce_by_key(
          exec, keys.first, keys.at(n), detail::summands<sum>(values.first, std::move(projection2)),
          keys_out.first, values_out.first, alike, detail::functor_or<plus<>>(std::move(op)));
      if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
      else
        return result{keys.result(n), values.result(n), keys_out.result(ends.first),
                      values_out.result(ends.second)};
    }
  }
};
THRUM_OBJECT reduce_by_key_fn reduce_by_key{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
