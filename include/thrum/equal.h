// equal: whether two ranges have the same elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/functional.h>
#include <thrum/mismatch.h>
#include <iterator>
#include <utility>

namespace thrum {

namespace detail {
/// Does equal of two ranges that both have an end.
struct equal_of_ranges_fn : algorithm<equal_of_ranges_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"equal", {in("first1"), until("last1"), in("first2"), until("last2"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class S, class Equal = equal_to<>>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, S last2, Equal equal_elements = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>()) {
      if (last1 - first1 != last2 - first2) return false;
    }
    return mismatch_fn{}(exec, first1, last1, first2, std::move(equal_elements)).first == last1;
  }
};
}  // namespace detail

/// equal(policy, first1, last1, first2[, equal_elements]): returns whether elements with the same
/// index are equal.
/// equal(policy, first1, last1, first2, last2[, equal_elements]): returns whether, in addition, the
/// ranges are equally long.
///
/// Stops soon after the first elements that are not equal. O(n) work; no scratch memory. Under CUDA
/// the call waits for the result.
struct equal_fn : detail::algorithm<equal_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"equal", {in("first1"), until("last1"), also("first2"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
    requires(!std::sentinel_for<Equal, J>)
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, Equal equal_elements = {}) const {
    return mismatch_fn{}(exec, first1, last1, first2, std::move(equal_elements)).first == last1;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class S, class Equal = equal_to<>>
    requires std::sentinel_for<S, J>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, S last2, Equal same = {}) const {
    return detail::equal_of_ranges_fn{}(exec, first1, last1, first2, last2, std::move(same));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class I, class J, class S, class Equal = equal_to<>>
    requires std::sentinel_for<S, J>
  THRUM_HD bool operator()(checked_policy<B> const& exec, I first1, I last1, J first2, S last2,
                           Equal same = {}) const {
    return detail::equal_of_ranges_fn{}(exec, first1, last1, first2, last2, std::move(same));
  }
};
THRUM_OBJECT equal_fn equal{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
