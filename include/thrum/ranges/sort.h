// ranges::sort, stable_sort, sort_by_key, stable_sort_by_key, is_sorted, is_sorted_until.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// sort(policy, range[, less[, projection]]): sorts a range by what the projection makes of an
/// element, stably. Returns the end. Numbers are sorted by their digits, as thrum::sort does.
struct sort_fn : detail::range_algorithm<sort_fn, 1, 0> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    thrum::sort(exec, in.first, in.last(), detail::projected_order(std::move(less), std::move(projection)));
    return in.end();
  }
};
THRUM_OBJECT sort_fn sort{};
/// sort, which is stable.
THRUM_OBJECT sort_fn stable_sort{};

/// sort_by_key(policy, keys, values[, less[, projection]]): sorts keys by what the projection makes
/// of a key, stably, and moves the values with them. If one of the ranges is longer than the other,
/// the rest of it stays. Returns the positions {in1, in2} behind what was sorted. Otherwise as
/// sort.
struct sort_by_key_fn : detail::range_algorithm<sort_by_key_fn, 2, 0> {
  template <class B, class K, class V, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, F less = {}, P projection = {}) {
    std::ptrdiff_t const n = std::min(keys.size, values.size);
    thrum::sort_by_key(exec, keys.first, keys.at(n), values.first,
                       detail::projected_order(std::move(less), std::move(projection)));
    return std::ranges::in_in_result<typename K::position, typename V::position>{keys.result(n), values.result(n)};
  }
};
THRUM_OBJECT sort_by_key_fn sort_by_key{};
/// sort_by_key, which is stable.
THRUM_OBJECT sort_by_key_fn stable_sort_by_key{};

/// is_sorted_until(policy, range[, less[, projection]]): returns the end of the longest beginning
/// of the range that is sorted.
struct is_sorted_until_fn : detail::range_algorithm<is_sorted_until_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return in.result(thrum::is_sorted_until(exec, in.first, in.last(),
                                            detail::projected_order(std::move(less), std::move(projection))));
  }
};
THRUM_OBJECT is_sorted_until_fn is_sorted_until{};

/// is_sorted(policy, range[, less[, projection]]): says whether a range is sorted.
struct is_sorted_fn : detail::range_algorithm<is_sorted_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static bool call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return thrum::is_sorted(exec, in.first, in.last(),
                            detail::projected_order(std::move(less), std::move(projection)));
  }
};
THRUM_OBJECT is_sorted_fn is_sorted{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
