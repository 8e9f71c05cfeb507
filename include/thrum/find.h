// find, find_if, find_if_not, and their _into forms: the first element that meets a condition.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

/// find_if(policy, first, last, pred): returns the first element that pred accepts, or last if
/// there is none. Stops soon after the first hit. O(n) work; no scratch memory. Under CUDA the call
/// waits for the result.
struct find_if_fn : detail::result_algorithm<find_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_if", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      auto const accept = detail::transformed_element{detail::unwrap(first), std::move(pred)};
      return detail::find_first_to(to, detail::offset_from<I>{first}, exec, last - first, accept);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT find_if_fn find_if{};
/// find_if_into(policy, first, last, result, pred): stores the index of the first element that pred
/// accepts in *result, or the length of the range if there is none. Returns nothing to the host, so
/// that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<find_if_fn> find_if_into{};

/// find_if_not(policy, first, last, pred): returns the first element that pred rejects, or last if
/// there is none. Otherwise as find_if.
struct find_if_not_fn : detail::result_algorithm<find_if_not_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_if_not", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>()) {
      return find_if_fn::call(to, exec, first, last, not_fn_t<P>{std::move(pred)});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT find_if_not_fn find_if_not{};
/// find_if_not_into(policy, first, last, result, pred): stores the index of the first element that
/// pred rejects. Otherwise as find_if_into.
THRUM_OBJECT detail::into<find_if_not_fn> find_if_not_into{};

namespace detail {
template <class I, class T>
inline constexpr bool may_look_ahead<transformed_element<I, equals_value<T>>> =
    std::is_arithmetic_v<T> && std::is_pointer_v<I> && std::is_arithmetic_v<looked_at_t<I>>;
template <class T, class U>
  requires(std::is_trivially_copyable_v<T> && sizeof(T) <= 64)
inline constexpr std::size_t compared_bytes<transformed_element<T*, equals_value<U>>> = sizeof(T);
}  // namespace detail

/// find(policy, first, last, value): returns the first element equal to value, or last if there is
/// none. Otherwise as find_if.
struct find_fn : detail::result_algorithm<find_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find", {in("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, T const& value) {
    return find_if_fn::call(to, exec, first, last, detail::equals_value<detail::value_of_t<T const>>{value});
  }
};
THRUM_OBJECT find_fn find{};
/// find_into(policy, first, last, result, value): stores the index of the first element equal to
/// value. Otherwise as find_if_into.
THRUM_OBJECT detail::into<find_fn> find_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
