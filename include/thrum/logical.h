// all_of, any_of, none_of, and their _into forms: whether a predicate accepts all, some or none of
// the elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <utility>

namespace thrum {

namespace detail {
/// The answer whether a search has come to the end of a range of n elements (if `wanted` is true)
/// or not (if it is false). The answer itself is stored.
struct is_end {
  std::ptrdiff_t n;
  bool wanted;
  using stored = bool;
  THRUM_HD bool operator()(std::ptrdiff_t index) const { return (index == n) == wanted; }
  THRUM_HD bool from(bool const* answer) const { return *answer; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD auto output(O out) const {
    return thrum::make_transform_output_iterator(out, *this);
  }
};

/// Searches for the first element that pred accepts. Returns whether there is none, if Wanted, or
/// whether there is one, otherwise.
THRUM_EXEC_CHECK_DISABLE
template <bool Wanted, class To, class B, class I, class P>
THRUM_HD result_t<To, bool> search_to(To to, B const& exec, I first, I last, P pred) {
  if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, element_t<I>>() &&
                detail::valid_destination<To, B, bool>()) {
    auto const accept = transformed_element{detail::unwrap(first), std::move(pred)};
    return detail::find_first_to(to, is_end{last - first, Wanted}, exec, last - first, accept);
  } else return wrong_call{};
}
}  // namespace detail

/// all_of(policy, first, last, pred): returns whether pred accepts every element; true for an empty
/// range. Stops soon after the first element that pred rejects. O(n) work; no scratch memory. Under
/// CUDA the call waits for the result.
struct all_of_fn : detail::result_algorithm<all_of_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"all_of", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, bool> call(To to, B const& exec, I first, I last, P pred) {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>()) {
      return detail::search_to<true>(to, exec, first, last, not_fn_t<P>{std::move(pred)});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT all_of_fn all_of{};

/// any_of(policy, first, last, pred): returns whether pred accepts at least one element. Stops soon
/// after the first such element. Otherwise as all_of.
struct any_of_fn : detail::result_algorithm<any_of_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"any_of", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, bool> call(To to, B const& exec, I first, I last, P pred) {
    return detail::search_to<false>(to, exec, first, last, std::move(pred));
  }
};
THRUM_OBJECT any_of_fn any_of{};

/// none_of(policy, first, last, pred): returns whether pred accepts no element. Stops soon after
/// the first element that pred accepts. Otherwise as all_of.
struct none_of_fn : detail::result_algorithm<none_of_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"none_of", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, bool> call(To to, B const& exec, I first, I last, P pred) {
    return detail::search_to<true>(to, exec, first, last, std::move(pred));
  }
};
THRUM_OBJECT none_of_fn none_of{};

/// all_of_into, any_of_into, none_of_into(policy, first, last, result, pred): store the answer, a
/// bool, in *result. They return nothing to the host, so that under CUDA they do not wait for the
/// result.
THRUM_OBJECT detail::into<all_of_fn> all_of_into{};
THRUM_OBJECT detail::into<any_of_fn> any_of_into{};
THRUM_OBJECT detail::into<none_of_fn> none_of_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
