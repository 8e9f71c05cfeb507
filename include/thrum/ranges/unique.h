// ranges::unique, unique_copy, unique_by_key, unique_by_key_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/runs_with_room.h>
#include <thrum/ranges/results.h>
#include <thrum/unique.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// unique(policy, range[, equal[, projection]]): moves the first element of each run of equal
/// elements to the front. Returns the subrange of what is behind them, whose elements have
/// unspecified values.
struct unique_fn : detail::range_algorithm<unique_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F same = {}, P projection = {}) {
    return in.between(thrum::unique(exec, in.first, in.last(),
                                    detail::projected_functor(std::move(same), projection, projection)),
                      in.last());
  }
};
THRUM_OBJECT unique_fn unique{};

/// unique_copy(policy, range, out[, equal[, projection]]): copies the first element of each run of
/// equal elements, until the input ends or the output is full. Returns {in, out}: the end of what
/// was written, and the end of the input, or the first element that has no room. For an output that
/// is shorter than the input, what fits is counted before it is copied.
struct unique_copy_fn : detail::range_algorithm<unique_copy_fn, 2, 1> {
  template <class B, class E, class O, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, O const& out, F same = {}, P projection = {}) {
    auto const alike = detail::projected_functor(std::move(same), projection, projection);
    std::ptrdiff_t const n = detail::runs_with_room(exec, in, in.size, out.size, alike);
    auto const end = thrum::unique_copy(exec, in.first, in.at(n), out.first, alike);
    return std::ranges::unique_copy_result<typename E::position, typename O::position>{in.result(n),
                                                                                       out.result(end)};
  }
};
THRUM_OBJECT unique_copy_fn unique_copy{};

/// unique_by_key(policy, keys, values[, equal[, projection]]): moves the first key of each run of
/// equal keys, and its value, to the front. The projection makes what is compared of a key. If one
/// of the ranges is longer than the other, the rest of it stays. Returns {in1, in2}: the ends of
/// the keys and of the values that are left. Otherwise as unique.
struct unique_by_key_fn : detail::range_algorithm<unique_by_key_fn, 2, 0> {
  template <class B, class K, class V, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, F same = {}, P projection = {}) {
    auto const ends =
        thrum::unique_by_key(exec, keys.first, keys.at(std::min(keys.size, values.size)), values.first,
                             detail::projected_functor(std::move(same), projection, projection));
    if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
    else
      return std::ranges::in_in_result<typename K::position, typename V::position>{keys.result(ends.first),
                                                                                   values.result(ends.second)};
  }
};
THRUM_OBJECT unique_by_key_fn unique_by_key{};

/// unique_by_key_copy(policy, keys, values, keys_out, values_out[, equal[, projection]]): copies
/// the first key of each run of equal keys, and its value, until the keys or the values end or an
/// output is full. Returns {in1, in2, out1, out2}: the ends of what was read, or the first key and
/// value that have no room, and the ends of what was written. Otherwise as unique_copy.
struct unique_by_key_copy_fn : detail::range_algorithm<unique_by_key_copy_fn, 4, 2> {
  template <class B, class K, class V, class KO, class VO, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& values_out,
                   F same = {}, P projection = {}) {
    auto const alike = detail::projected_functor(std::move(same), projection, projection);
    std::ptrdiff_t const n = detail::runs_with_room(exec, keys, std::min(keys.size, values.size),
                                                    std::min(keys_out.size, values_out.size), alike);
    auto const ends = thrum::unique_by_key_copy(exec, keys.first, keys.at(n), values.first, keys_out.first,
                                                values_out.first, alike);
    if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
    else
      return in_in_out_out_result<typename K::position, typename V::position, typename KO::position,
                                  typename VO::position>{
          keys.result(n), values.result(n), keys_out.result(ends.first), values_out.result(ends.second)};
  }
};
THRUM_OBJECT unique_by_key_copy_fn unique_by_key_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
