// ranges::min_element, max_element, minmax_element, and the values: min, max, minmax.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/extrema.h>
#include <thrum/iterator/reverse_iterator.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// min_element(policy, range[, less[, projection]]): returns the position of the first of the least
/// elements, or the end of an empty range.
struct min_element_fn : detail::range_algorithm<min_element_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return in.result(thrum::min_element(exec, in.first, in.last(),
                                        detail::projected_order(std::move(less), std::move(projection))));
  }
};
THRUM_OBJECT min_element_fn min_element{};

/// max_element(policy, range[, less[, projection]]): returns the position of the first of the
/// greatest elements, or the end of an empty range.
struct max_element_fn : detail::range_algorithm<max_element_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    return in.result(thrum::max_element(exec, in.first, in.last(),
                                        detail::projected_order(std::move(less), std::move(projection))));
  }
};
THRUM_OBJECT max_element_fn max_element{};

/// minmax_element(policy, range[, less[, projection]]): returns the positions {min, max} of the
/// first of the least and the last of the greatest elements; those of an empty range are its end.
struct minmax_element_fn : detail::range_algorithm<minmax_element_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    auto const order = detail::projected_order(std::move(less), std::move(projection));
    thrum::reverse_iterator<typename E::iterator> const from(in.last()), to(in.first);
    auto const least = thrum::min_element(exec, in.first, in.last(), order);
    std::ptrdiff_t const behind = thrum::max_element(exec, from, to, order) - from;
    return std::ranges::minmax_element_result<typename E::position>{
        in.result(least), in.result(behind == in.size ? behind : in.size - 1 - behind)};
  }
};
THRUM_OBJECT minmax_element_fn minmax_element{};

/// min(policy, range[, less[, projection]]): returns a copy of the first of the least elements of a
/// range that has one.
struct min_fn : detail::range_algorithm<min_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    auto const found =
        thrum::argmin(exec, in.first, in.last(), detail::projected_order(std::move(less), std::move(projection)));
    if constexpr (std::is_same_v<decltype(found), detail::wrong_call const>) return detail::wrong_call{};
    else return found.value;
  }
};
THRUM_OBJECT min_fn min{};

/// max(policy, range[, less[, projection]]): returns a copy of the first of the greatest elements
/// of a range that has one.
struct max_fn : detail::range_algorithm<max_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    auto const found =
        thrum::argmax(exec, in.first, in.last(), detail::projected_order(std::move(less), std::move(projection)));
    if constexpr (std::is_same_v<decltype(found), detail::wrong_call const>) return detail::wrong_call{};
    else return found.value;
  }
};
THRUM_OBJECT max_fn max{};

/// minmax(policy, range[, less[, projection]]): returns copies {min, max} of the first of the least
/// and the last of the greatest elements of a range that has one.
struct minmax_fn : detail::range_algorithm<minmax_fn, 1> {
  template <class B, class E, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F less = {}, P projection = {}) {
    auto const order = detail::projected_order(std::move(less), std::move(projection));
    thrum::reverse_iterator<typename E::iterator> const from(in.last()), to(in.first);
    auto const least = thrum::argmin(exec, in.first, in.last(), order);
    auto const greatest = thrum::argmax(exec, from, to, order);
    if constexpr (std::is_same_v<decltype(least), detail::wrong_call const>) return detail::wrong_call{};
    else return std::ranges::minmax_result<std::iter_value_t<typename E::iterator>>{least.value, greatest.value};
  }
};
THRUM_OBJECT minmax_fn minmax{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
