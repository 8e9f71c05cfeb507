// Searches over split vectors: find, find_if, find_if_not, all_of, any_of, none_of,
// is_sorted_until, is_sorted.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/multi_device/neighbours.h>
#include <thrum/detail/multi_device/search.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Returns the index of the first element that pred accepts, or size(). `name` is that of the
/// algorithm.
template <class V, class P>
std::ptrdiff_t find_element(char const* name, V const& v, P const& pred) {
  using T = typename V::value_type;
  return detail::call_over(name, v, [&] {
    return detail::find_in_parts(
        v.group(), v.sizes(), [&](std::ptrdiff_t p) { return transformed_element<T const*, P>{v.data(p), pred}; });
  });
}

/// Returns the index of the first element that is less than the one before it, or size().
template <class V, class Less>
std::ptrdiff_t find_descent(char const* name, V const& v, Less const& less) {
  using T = typename V::value_type;
  return detail::call_over(name, v, [&] {
    neighbours<T, typename V::group_type> const next(v.group(), v.sizes(),
                                                     [&](std::ptrdiff_t p) { return v.data(p); });
    return detail::find_in_parts(v.group(), v.sizes(), [&](std::ptrdiff_t p) {
      return accepts_with_previous<T, Less>{v.data(p), next.before(p), less};
    });
  });
}

}  // namespace detail

namespace multi_device {

/// Returns the index of the first element that pred accepts, or size() if there is none. Each part
/// stops soon after its first hit. O(n) work; scratch memory: a few bytes. Waits.
template <class T, class Group, class P>
std::ptrdiff_t find_if(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::find_element("find_if", v, pred);
  } else return detail::wrong_call{};
}
/// Returns the index of the first element that pred rejects. Otherwise as find_if.
template <class T, class Group, class P>
std::ptrdiff_t find_if_not(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::find_element("find_if_not", v, not_fn_t<P>{std::move(pred)});
  } else return detail::wrong_call{};
}
/// Returns the index of the first element equal to value. Otherwise as find_if.
template <class T, class Group>
std::ptrdiff_t find(multi_device_vector<T, Group> const& v, std::type_identity_t<T> const& value) {
  using equals = detail::equals_value<T>;
  if constexpr (detail::valid_predicate<typename Group::policy_type, equals, T const&>()) {
    return detail::find_element("find", v, equals{value});
  } else return detail::wrong_call{};
}

/// Returns whether pred accepts every element; true for an empty vector. Otherwise as find_if.
template <class T, class Group, class P>
bool all_of(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::find_element("all_of", v, not_fn_t<P>{std::move(pred)}) == v.sizes().total();
  } else return detail::wrong_call{};
}
/// Returns whether pred accepts at least one element. Otherwise as find_if.
template <class T, class Group, class P>
bool any_of(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::find_element("any_of", v, pred) != v.sizes().total();
  } else return detail::wrong_call{};
}
/// Returns whether pred accepts no element. Otherwise as find_if.
template <class T, class Group, class P>
bool none_of(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::find_element("none_of", v, pred) == v.sizes().total();
  } else return detail::wrong_call{};
}

/// Returns the index of the first element that is less than the one before it, which another part
/// may hold, or size() if there is none. Otherwise as find_if.
template <class T, class Group, class Less = less<>>
std::ptrdiff_t is_sorted_until(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::find_descent("is_sorted_until", v, less);
  } else return detail::wrong_call{};
}
/// Returns whether no element is less than the one before it. Otherwise as find_if.
template <class T, class Group, class Less = less<>>
bool is_sorted(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::find_descent("is_sorted", v, less) == v.sizes().total();
  } else return detail::wrong_call{};
}

}  // namespace multi_device
}  // namespace thrum

#include <thrum/detail/public_header/end.h>
