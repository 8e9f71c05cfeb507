// Sums over split vectors, and what is a sum: reduce, transform_reduce, count_if, min_element,
// max_element.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <utility>

namespace thrum::multi_device {

/// Returns op over init and all elements, in the type of init, which is trivially copyable. As in
/// thrum::reduce, op is associative and commutative. Under policies of the host, and over a
/// cuda::deterministic_device_group, the result has the same bits as from one part, and as under
/// seq, if the parts are whole tiles of 16384 elements. Over another cuda::device_group the
/// rounding depends on how the vector is split.
template <class T, class Group, class U = T, class Op = plus<>>
U reduce(multi_device_vector<T, Group> const& v, U init = U(), Op op = {}) {
  if constexpr (detail::valid_operator<typename Group::policy_type, Op, U, T const&>()) {
    return detail::call_over("reduce", v, [&] {
      auto const elements = [&](std::ptrdiff_t p) { return static_cast<T const*>(v.data(p)); };
      return detail::reduce_parts(v.group(), v.sizes(), elements, std::move(init), std::move(op));
    });
  } else return detail::wrong_call{};
}

/// Returns op over init and f(x) for all elements x. Everything else is as in reduce.
template <class T, class Group, class F, class U, class Op>
U transform_reduce(multi_device_vector<T, Group> const& v, F f, U init, Op op) {
  using policy = typename Group::policy_type;
  if constexpr (detail::valid_summand<policy, F, U, T const&>() && detail::valid_operator<policy, Op, U, U>()) {
    return detail::call_over("transform_reduce", v, [&] {
      auto const elements = [&](std::ptrdiff_t p) {
        return detail::computed<U>(detail::transformed_element<T const*, F>{v.data(p), f});
      };
      return detail::reduce_parts(v.group(), v.sizes(), elements, std::move(init), std::move(op));
    });
  } else return detail::wrong_call{};
}

/// Returns the number of elements that pred accepts.
template <class T, class Group, class P>
std::ptrdiff_t count_if(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::call_over("count_if", v, [&] {
      return detail::reduce_parts(v.group(), v.sizes(), detail::accepted_elements(v, pred), std::ptrdiff_t{0},
                                  plus<>{});
    });
  } else return detail::wrong_call{};
}

/// Returns the index of the first of the least elements in the whole vector, and 0 for an empty
/// vector. Passes over NaNs as thrum::min_element does.
template <class T, class Group, class Less = less<>>
std::ptrdiff_t min_element(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::call_over("min_element", v,
                             [&] { return detail::least_of_parts(v, detail::sorting_order<T>(std::move(less))); });
  } else return detail::wrong_call{};
}
/// Returns the index of the first of the greatest elements. Everything else is as in min_element.
template <class T, class Group, class Less = less<>>
std::ptrdiff_t max_element(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::call_over("max_element", v, [&] {
      return detail::least_of_parts(v, detail::sorting_order<T>(detail::reversed<T>(std::move(less))));
    });
  } else return detail::wrong_call{};
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
