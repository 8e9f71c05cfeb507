// ranges::search, find_end, search_n, find_first_of.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/search.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::ranges {

/// search(policy, range, pattern[, equal[, projection1[, projection2]]]): returns the first
/// subrange that equals the pattern, or an empty one at the end.
struct search_fn : detail::range_algorithm<search_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static auto call(B const& exec, E const& in, D const& pattern, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    auto const found =
        thrum::search(exec, in.first, in.last(), pattern.first, pattern.last(),
                      detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
    bool const none = found == in.last();
    return in.between(
        found, none ? found : found + static_cast<std::iter_difference_t<typename E::iterator>>(pattern.size));
  }
};
THRUM_OBJECT search_fn search{};

/// find_end(policy, range, pattern[, equal[, projection1[, projection2]]]): returns the last
/// subrange that equals the pattern, or an empty one at the end.
struct find_end_fn : detail::range_algorithm<find_end_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static auto call(B const& exec, E const& in, D const& pattern, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    auto const found = thrum::find_end(
        exec, in.first, in.last(), pattern.first, pattern.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
    bool const none = found == in.last();
    return in.between(
        found, none ? found : found + static_cast<std::iter_difference_t<typename E::iterator>>(pattern.size));
  }
};
THRUM_OBJECT find_end_fn find_end{};

/// find_first_of(policy, range, set[, equal[, projection1[, projection2]]]): returns the position
/// of the first element that equals one of a set, or the end.
struct find_first_of_fn : detail::range_algorithm<find_first_of_fn, 2> {
  template <class B, class E, class D, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out>
  static auto call(B const& exec, E const& in, D const& pattern, F same = {}, P projection1 = {},
                   Q projection2 = {}) {
    auto const found = thrum::find_first_of(
        exec, in.first, in.last(), pattern.first, pattern.last(),
        detail::projected_functor(std::move(same), std::move(projection1), std::move(projection2)));
    return in.result(found);
  }
};
THRUM_OBJECT find_first_of_fn find_first_of{};

/// search_n(policy, range, length, value[, equal[, projection]]): returns the first subrange of
/// `length` elements that equal value, or an empty one at the end.
struct search_n_fn : detail::range_algorithm<search_n_fn, 1> {
  template <class B, class E, class Size, class T, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, Size length, T const& value, F same = {}, P projection = {}) {
    auto const found =
        thrum::search_n(exec, in.first, in.last(), length, value,
                        detail::projected_functor(std::move(same), std::move(projection), detail::left_out()));
    auto const step = static_cast<std::iter_difference_t<typename E::iterator>>(length);
    return in.between(found, found == in.last() || length <= 0 ? found : found + step);
  }
};
THRUM_OBJECT search_n_fn search_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
