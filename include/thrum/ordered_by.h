// ordered_by, descending: orders by several keys of an element.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// ordered_by(key...): returns the comparator that orders elements by the first key, elements with
/// equal first keys by the second, and so on. A key is a pointer to a data member, or a functor of
/// an element; descending(key) reverses the order of a key.
///
///   thrum::sort(policy, v.begin(), v.end(), thrum::ordered_by(&record::year, thrum::descending(&record::price)));
///
/// Every algorithm that takes a comparator takes this one. The sorts go by the digits of the keys
/// if all keys are arithmetic, or tuples or pairs of arithmetic values, and have at most 128 bits
/// together; tuple_member<I> is a key of zips and tuples. nvcc does not tell what a lambda for the
/// device alone returns: with such a key the sorts compare.
struct ordered_by_fn {
  THRUM_EXEC_CHECK_DISABLE
  template <class... P>
    requires(sizeof...(P) > 0)
  THRUM_HD constexpr auto operator()(P... keys) const {
    return detail::lexicographic(detail::as_key_order(std::move(keys))...);
  }
};
THRUM_OBJECT ordered_by_fn ordered_by{};

/// Makes a key of ordered_by whose order is descending.
struct descending_fn {
  THRUM_EXEC_CHECK_DISABLE
  template <class P>
  THRUM_HD constexpr auto operator()(P key) const {
    return detail::key_order{greater<>{}, detail::as_projection(std::move(key))};
  }
};
THRUM_OBJECT descending_fn descending{};

/// The I-th member of a tuple or pair, as a key.
template <std::size_t I>
THRUM_OBJECT detail::tuple_projection<I> tuple_member{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
