// find_last, find_last_if, find_last_if_not, and their _into forms: the last element that meets a
// condition.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <utility>

namespace thrum {
namespace detail {

/// Whether a predicate accepts the i-th of n indices from the last one.
template <class P>
struct accepts_from_end {
  std::ptrdiff_t n;
  P accept;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) operator()(std::ptrdiff_t i) const { return accept(n - 1 - i); }
};
template <class P>
struct looked_at_numbers<accepts_from_end<P>> : looked_at_numbers<P> {};
template <class P>
inline constexpr bool may_look_ahead<accepts_from_end<P>> = may_look_ahead<P>;
template <class P>
  requires(compared_bytes<P> != 0)
inline constexpr std::size_t compared_bytes<accepts_from_end<P>> = compared_bytes<P>;
/// Asks about a group of indices in ascending order, in which vectors load the elements. Groups are
/// large, because the processor fetches memory ahead only in one direction at a time.
template <class P>
struct group_of_answers<accepts_from_end<P>> {
  using forward = group_of_answers<P>;
  static constexpr bool makes_flags = forward::makes_flags;
  static constexpr std::ptrdiff_t most = forward::most > places_of_group ? 128 * places_of_group : forward::most;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static bool any(std::ptrdiff_t begin, std::ptrdiff_t end, accepts_from_end<P>& from_end) {
    return forward::any(from_end.n - end, from_end.n - begin, from_end.accept);
  }
};

/// The place of the i-th of n elements from the last one; n if there is none.
struct place_from_end {
  std::ptrdiff_t n;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i == n ? n : n - 1 - i; }
};
/// The answer that is an iterator to such a place. The place is stored.
template <class I>
struct offset_from_end {
  I first;
  place_from_end place;
  using stored = std::ptrdiff_t;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD I operator()(std::ptrdiff_t i) const { return first + place(i); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD I from(std::ptrdiff_t const* stored_place) const { return first + *stored_place; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD auto output(O out) const {
    return thrum::make_transform_output_iterator(out, place);
  }
};

}  // namespace detail

/// find_last_if(policy, first, last, pred): returns the last element that pred accepts, or last if
/// there is none. The search runs from the end, and stops soon after it comes to a hit. O(n) work;
/// no scratch memory. Under CUDA the call waits for the result.
struct find_last_if_fn : detail::result_algorithm<find_last_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_last_if", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      using accept = detail::transformed_element<detail::unwrapped_t<I>, P>;
      std::ptrdiff_t const n = last - first;
      return detail::find_first_to(
          to, detail::offset_from_end<I>{first, {n}}, exec, n,
          detail::accepts_from_end<accept>{n, accept{detail::unwrap(first), std::move(pred)}});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT find_last_if_fn find_last_if{};
/// find_last_if_into(policy, first, last, result, pred): stores the index of the last element that
/// pred accepts in *result, or the length of the range if there is none. Returns nothing to the
/// host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<find_last_if_fn> find_last_if_into{};

/// find_last_if_not(policy, first, last, pred): returns the last element that pred rejects, or last
/// if there is none. Otherwise as find_last_if.
struct find_last_if_not_fn : detail::result_algorithm<find_last_if_not_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_last_if_not", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>()) {
      return find_last_if_fn::call(to, exec, first, last, not_fn_t<P>{std::move(pred)});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT find_last_if_not_fn find_last_if_not{};
/// find_last_if_not_into(policy, first, last, result, pred): stores the index of the last element
/// that pred rejects. Otherwise as find_last_if_into.
THRUM_OBJECT detail::into<find_last_if_not_fn> find_last_if_not_into{};

/// find_last(policy, first, last, value): returns the last element equal to value, or last if there
/// is none. Otherwise as find_last_if.
struct find_last_fn : detail::result_algorithm<find_last_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_last", {in("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, T const& value) {
    return find_last_if_fn::call(to, exec, first, last, detail::equals_value<detail::value_of_t<T const>>{value});
  }
};
THRUM_OBJECT find_last_fn find_last{};
/// find_last_into(policy, first, last, result, value): stores the index of the last element equal
/// to value. Otherwise as find_last_if_into.
THRUM_OBJECT detail::into<find_last_fn> find_last_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
