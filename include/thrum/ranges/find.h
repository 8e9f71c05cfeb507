// ranges::find, find_if, find_if_not, find_last, find_last_if, find_last_if_not, contains.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// find_if(policy, range, pred[, projection]): returns the position of the first element that pred
/// accepts, or the end. Otherwise as thrum::find_if.
struct find_if_fn : detail::range_algorithm<find_if_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.result(thrum::find_if(exec, in.first, in.last(),
                                    detail::projected_functor(std::move(pred), std::move(projection))));
  }
};
THRUM_OBJECT find_if_fn find_if{};

/// find_if_not(policy, range, pred[, projection]): returns the position of the first element that pred
/// rejects, or the end.
struct find_if_not_fn : detail::range_algorithm<find_if_not_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    return in.result(thrum::find_if_not(exec, in.first, in.last(),
                                        detail::projected_functor(std::move(pred), std::move(projection))));
  }
};
THRUM_OBJECT find_if_not_fn find_if_not{};

/// find(policy, range, value[, projection]): returns the position of the first element that equals
/// value, or the end.
struct find_fn : detail::range_algorithm<find_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& value, P projection = {}) {
    if constexpr (detail::no_projection<P>) {
      return in.result(thrum::find(exec, in.first, in.last(), value));
    } else {
      return find_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                              std::move(projection));
    }
  }
};
THRUM_OBJECT find_fn find{};

/// contains(policy, range, value[, projection]): says whether an element equals value.
struct contains_fn : detail::range_algorithm<contains_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static bool call(B const& exec, E const& in, T const& value, P projection = {}) {
    detail::extent<typename E::iterator> const lasting{in.first, in.size};
    return find_fn::call(exec, lasting, value, std::move(projection)) != in.last();
  }
};
THRUM_OBJECT contains_fn contains{};

/// find_last_if(policy, range, pred[, projection]): returns the subrange from the last element that pred
/// accepts to the end; it is empty if there is none. Stops soon after the hit, as thrum::find_if does.
struct find_last_if_fn : detail::range_algorithm<find_last_if_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    thrum::reverse_iterator<typename E::iterator> const from(in.last()), to(in.first);
    auto const accept = detail::projected_functor(std::move(pred), std::move(projection));
    std::ptrdiff_t const behind = thrum::find_if(exec, from, to, accept) - from;
    return in.between(behind == in.size ? in.last() : in.at(in.size - 1 - behind), in.last());
  }
};
THRUM_OBJECT find_last_if_fn find_last_if{};

/// find_last_if_not(policy, range, pred[, projection]): find_last_if of what pred rejects.
struct find_last_if_not_fn : detail::range_algorithm<find_last_if_not_fn, 1> {
  template <class B, class E, class F, class P = detail::left_out>
  static auto call(B const& exec, E const& in, F pred, P projection = {}) {
    auto accept = detail::projected_functor(std::move(pred), std::move(projection));
    return find_last_if_fn::call(exec, in, not_fn(std::move(accept)));
  }
};
THRUM_OBJECT find_last_if_not_fn find_last_if_not{};

/// find_last(policy, range, value[, projection]): find_last_if of what equals value.
struct find_last_fn : detail::range_algorithm<find_last_fn, 1> {
  template <class B, class E, class T, class P = detail::left_out>
  static auto call(B const& exec, E const& in, T const& value, P projection = {}) {
    return find_last_if_fn::call(exec, in, detail::equals_value<detail::value_of_t<T const>>{value},
                                 std::move(projection));
  }
};
THRUM_OBJECT find_last_fn find_last{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
