// ranges::uninitialized_default_construct, uninitialized_value_construct, and their _n forms.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/uninitialized_construct.h>

namespace thrum::ranges {

/// uninitialized_default_construct(policy, range): makes objects in raw memory, without values
/// where their type needs none. Returns the end.
struct uninitialized_default_construct_fn : detail::range_algorithm<uninitialized_default_construct_fn, 1, 0> {
  template <class B, class E>
  static auto call(B const& exec, E const& out) {
    thrum::uninitialized_default_construct(exec, out.first, out.last());
    return out.end();
  }
};
THRUM_OBJECT uninitialized_default_construct_fn uninitialized_default_construct{};

/// uninitialized_default_construct_n(policy, first, n): the same for n objects.
THRUM_OBJECT detail::counted_algorithm<uninitialized_default_construct_fn> uninitialized_default_construct_n{};

/// uninitialized_value_construct(policy, range): makes objects T() in raw memory. Returns the end.
struct uninitialized_value_construct_fn : detail::range_algorithm<uninitialized_value_construct_fn, 1, 0> {
  template <class B, class E>
  static auto call(B const& exec, E const& out) {
    thrum::uninitialized_value_construct(exec, out.first, out.last());
    return out.end();
  }
};
THRUM_OBJECT uninitialized_value_construct_fn uninitialized_value_construct{};

/// uninitialized_value_construct_n(policy, first, n): the same for n objects.
THRUM_OBJECT detail::counted_algorithm<uninitialized_value_construct_fn> uninitialized_value_construct_n{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
